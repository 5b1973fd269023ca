// Counting calls that machines make with keys of their own, for the features that know the keys.
import type { SQL } from 'drizzle-orm';
import type { AppContext, Statement } from '~/platform/context';
import { refuseThrottled } from './refuse-throttled';
import type { ThrottleRule } from './throttle';
import { countTryIf, deleteEndedTries, type Tries } from './throttle-repo.server';

/** The statement that counts one call under `rule`, if `condition` holds by then. For the caller's `ctx.db.write(…)`. */
export function countCall(
  { db }: Pick<AppContext, 'db'>,
  rule: ThrottleRule,
  condition: SQL,
): Statement<{ rows: Tries[] }> {
  return countTryIf(db.build, rule, condition);
}

/** Counted rows of the past go along with a writer. */
export function forgetOldCalls({ db }: Pick<AppContext, 'db'>): Statement<unknown> {
  return deleteEndedTries(db.build);
}

/** @throws TooManyError when what `countCall` counted is more than the rule allows */
export function refuseMany(rule: ThrottleRule, counted: readonly Tries[]): void {
  refuseThrottled([rule], counted, 1);
}
