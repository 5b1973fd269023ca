// Six digits can be guessed, and so can a password: tries are counted.
import type { AccountContext } from './account-context';
import { refuseTries, rulesFor } from './known-places.server';
import { getStanding, selectStanding } from './known-places-repo.server';
import { refuseThrottled } from './refuse-throttled';
import { accountRules, listRules } from './throttle';
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
  const hash = await ctx.tokens.hash(account.toLowerCase());
  const { address } = ctx.request;
  const limits = accountRules('digits', { account: hash, address, device: null });
  const rules = [limits.account, limits.address];
  const [tries] = await db.write(countTry(db.build, rules), deleteEndedTries(db.build));
  refuseThrottled(rules, tries.rows, 1);
  const done = await work();
  if (done !== null) await db.write(uncountTry(db.build, rules));
  return done;
}

/**
 * The same for the digits of a mail, which anybody can try who knows the address: a known device or network has tries of its
 * own. `find` runs for refused callers too, so that strangers and known ones are answered after the same work.
 * @throws TooManyError
 */
export async function tryMailedDigits<T>(
  ctx: AccountContext,
  email: string,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const { db } = ctx;
  const rules = await rulesFor(ctx, 'digits', email);
  const [tries, standings] = await db.write(
    countTry(db.build, listRules(rules)),
    selectStanding(db.build, email, rules, 1),
    deleteEndedTries(db.build),
  );
  const found = await find();
  const standing = getStanding(standings);
  if (found === null || !standing.isAdmitted) {
    refuseTries(rules, tries.rows, standing);
    return null;
  }
  await db.write(uncountTry(db.build, listRules(rules)));
  return found;
}
