// Six digits can be guessed, and so can a password: tries are counted.
import type { AccountContext } from './account-context';
import { refuseThrottled } from './refuse-throttled';
import { digitsRules } from './throttle';
import { countTry, deleteEndedTries, uncountTry } from './throttle-repo.server';

/**
 * Counts a try, does `work`, and takes the try back if it gives something: whoever sends many at once is counted before
 * the first is looked at.
 * @param account what the tries are at: an address or an id
 * @throws TooManyError after 10 wrong ones an hour
 */
export async function tryDigits<T>(
  ctx: AccountContext,
  account: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const { db } = ctx;
  const rules = digitsRules(await ctx.tokens.hash(account.toLowerCase()), ctx.request.address);
  const [tries] = await db.write(countTry(db.build, rules), deleteEndedTries(db.build));
  refuseThrottled(rules, tries.rows, 1);
  const done = await work();
  if (done !== null) await db.write(uncountTry(db.build, rules));
  return done;
}
