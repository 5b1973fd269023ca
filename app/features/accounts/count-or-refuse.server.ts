// What nobody may do all the time is counted before it is done.
import type { AccountContext } from './account-context';
import { refuseThrottled } from './refuse-throttled';
import type { ThrottleRule } from './throttle';
import { countTry, deleteEndedTries } from './throttle-repo.server';

/** @throws TooManyError above the limit of a rule, before anything else is written */
export async function countOrRefuse(
  { db }: Pick<AccountContext, 'db'>,
  rules: readonly ThrottleRule[],
): Promise<void> {
  const [tries] = await db.write(countTry(db.build, rules), deleteEndedTries(db.build));
  refuseThrottled(rules, tries.rows, 1);
}
