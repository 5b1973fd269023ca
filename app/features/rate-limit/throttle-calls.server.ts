// Counts calls in the table `auth_throttle` for operations of every feature, such as a sign-up or a webhook call. The limits are in
// throttle.ts. Failed sign-ins and wrong codes are counted by features/accounts/sign-in/sign-in.server.ts and try-mailed-code.server.ts.
import type { SQL } from 'drizzle-orm';
import type { AppContext, Statement } from '~/platform/context';
import type { ThrottleRule } from './throttle';
import { refuseThrottled } from './throttle';
import {
  countTries,
  countTryIf,
  countTryInTurn,
  deleteEndedTries,
  deleteTries,
  isWithin,
  selectTries,
  type Tries,
} from './throttle-repo.server';

/**
 * The statement that counts one call under `rule` if `condition` holds. For the caller's `ctx.db.write(…)`.
 */
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

/** The statement that counts one call under each rule in turn, up to the first rule that is exceeded. */
export function countCallInTurn(
  { db }: Pick<AppContext, 'db'>,
  rules: readonly ThrottleRule[],
): Statement<{ rows: Tries[] }> {
  return countTryInTurn(db.build, rules);
}

/** The statement that forgets all calls under the rules, of which there must be one. */
export function forgetCalls(
  { db }: Pick<AppContext, 'db'>,
  rules: readonly ThrottleRule[],
): Statement<unknown> {
  return deleteTries(db.build, rules);
}

/** A condition for statements that follow the count in the same transaction: no rule is exceeded. */
export function areWithin(rules: readonly ThrottleRule[]): SQL {
  return isWithin(rules, 1);
}

/** The statement that deletes some rows whose window has ended. Writers include it in their transactions. */
export function deleteOldCalls({ db }: Pick<AppContext, 'db'>, limit?: number): Statement<unknown> {
  return deleteEndedTries(db.build, limit);
}

/** @throws TooManyError if the count from `countCall` exceeds the rule */
export function refuseExceeded(rule: ThrottleRule, counted: readonly Tries[]): void {
  refuseThrottled([rule], counted, 1);
}

/**
 * For callers that count the call in a later transaction.
 * @throws TooManyError if no more calls are allowed
 */
export async function refuseUsedUp({ db }: Pick<AppContext, 'db'>, rule: ThrottleRule): Promise<void> {
  const { rows } = await db.read(selectTries(db.build, [rule]));
  refuseThrottled([rule], rows);
}

/**
 * Counts `amount` calls in a transaction of its own.
 * @throws TooManyError if the rule is exceeded
 */
export async function countManyOrRefuse(
  ctx: Pick<AppContext, 'db'>,
  rule: ThrottleRule,
  amount: number,
): Promise<void> {
  const { tries } = await ctx.db.writeBatch({
    tries: countManyCalls(ctx, rule, amount),
    endedTries: deleteOldCalls(ctx),
  });
  refuseExceeded(rule, tries.rows);
}

/**
 * Counts one call under each rule in turn, up to the first rule that is exceeded, in a transaction of its own.
 * @throws TooManyError if a rule is exceeded
 */
export async function countOrRefuse(
  { db }: Pick<AppContext, 'db'>,
  rules: readonly ThrottleRule[],
): Promise<void> {
  const { tries } = await db.writeBatch({
    tries: countTryInTurn(db.build, rules),
    endedTries: deleteEndedTries(db.build),
  });
  refuseThrottled(rules, tries.rows, 1);
}
