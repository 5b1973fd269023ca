// Counts attempts at codes and passwords, because both can be guessed.

import { accountRules, listRules, refuseThrottled } from '~/features/rate-limit/throttle';
import {
  countTry,
  countTryInTurn,
  deleteEndedTries,
  uncountTry,
} from '~/features/rate-limit/throttle-repo.server';
import type { AccountContext } from '../account-context';
import { refuseTries, rulesFor } from './known-places.server';
import { getSignInHistory, selectSignInHistory } from './known-places-repo.server';
import { recordFailure, refuseLogged, type SignInFailure } from './record-failed-sign-in.server';

/**
 * Counts an attempt, runs `work`, and removes the count if it succeeds. Counting first covers parallel
 * attempts. Attempts beyond the account's limit do not count for others at the same address.
 * @param account what the attempts are counted for
 * @throws TooManyError after 10 wrong attempts in an hour
 */
export async function tryDigits<T>(
  ctx: AccountContext,
  { account, email, reason }: { account: string; email: string; reason: SignInFailure },
  work: () => Promise<T | null>,
): Promise<T | null> {
  const { db } = ctx;
  const hash = await ctx.tokens.hash(account.toLowerCase());
  const { address } = ctx.request;
  const limits = accountRules('digits', { account: hash, address, device: null });
  const rules = [limits.account, limits.address];
  const { tries } = await db.writeBatch({
    tries: countTryInTurn(db.build, rules),
    endedTries: deleteEndedTries(db.build),
  });
  refuseLogged(ctx, () => refuseThrottled(rules, tries.rows, 1));
  const done = await work();
  if (done === null) await recordFailure(ctx, email, reason);
  else await db.write(uncountTry(db.build, tries.rows));
  return done;
}

/**
 * `tryDigits` for emailed digits, which anyone who knows the address can try. Known devices and networks have
 * attempts of their own. `find` runs for refused callers too, so that timing does not reveal what is known.
 * @throws TooManyError
 */
export async function tryMailedDigits<T>(
  ctx: AccountContext,
  email: string,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const { db } = ctx;
  const rules = await rulesFor(ctx, 'digits', email);
  const { tries, histories } = await db.writeBatch({
    tries: countTry(db.build, listRules(rules)),
    histories: selectSignInHistory(db.build, email, rules, 1),
    endedTries: deleteEndedTries(db.build),
  });
  const found = await find();
  const history = getSignInHistory(histories);
  if (found === null || !history.isAdmitted) {
    refuseLogged(ctx, () => refuseTries(rules, tries.rows, history));
    await recordFailure(ctx, email, 'code');
    return null;
  }
  await db.write(uncountTry(db.build, tries.rows));
  return found;
}
