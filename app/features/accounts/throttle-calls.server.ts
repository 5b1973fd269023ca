// Counting calls under limits that other features set. The rows are those of `auth_throttle`.
import type { SQL } from 'drizzle-orm';
import type { AppContext, Statement } from '~/platform/context';
import { refuseThrottled } from './refuse-throttled';
import type { ThrottleRule } from './throttle';
import {
  countTries,
  countTryIf,
  countTryInTurn,
  deleteEndedTries,
  isWithin,
  type Tries,
} from './throttle-repo.server';

/** The statement that counts one call under `rule`, if `condition` holds by then. For the caller's `ctx.db.write(…)`. */
export function countCall(
  { db }: Pick<AppContext, 'db'>,
  rule: ThrottleRule,
  condition: SQL,
): Statement<{ rows: Tries[] }> {
  return countTryIf(db.build, rule, condition);
}

/** The statement that counts `amount` calls under `rule`. */
export function countManyCalls(
  { db }: Pick<AppContext, 'db'>,
  rule: ThrottleRule,
  amount: number,
): Statement<{ rows: Tries[] }> {
  return countTries(db.build, rule, amount);
}

/** The statement that counts one call under each rule in turn, up to the first rule that it exceeds. */
export function countCallInTurn(
  { db }: Pick<AppContext, 'db'>,
  rules: readonly ThrottleRule[],
): Statement<{ rows: Tries[] }> {
  return countTryInTurn(db.build, rules);
}

/** A condition for statements after the counting one in the same transaction: no rule is exceeded. */
export function areWithin(rules: readonly ThrottleRule[]): SQL {
  return isWithin(rules, 1);
}

/** The statement that deletes some of the rows whose window has ended; it goes along with what writers do. */
export function forgetOldCalls({ db }: Pick<AppContext, 'db'>, limit?: number): Statement<unknown> {
  return deleteEndedTries(db.build, limit);
}

/** @throws TooManyError when what `countCall` counted is more than the rule allows */
export function refuseMany(rule: ThrottleRule, counted: readonly Tries[]): void {
  refuseThrottled([rule], counted, 1);
}
