// Ends an item: its statements, the items it adds and its new status commit in one transaction.
import { ConflictError, ConstraintError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ItemOutcome } from './job-kind';
import { sendItems } from './send-items.server';
import { insertMoreItems, toItemRows } from './start-job-repo.server';
import { withinRunLimit } from './throttled';
import { endItem, type Hold, lockItem } from './work-repo.server';

/**
 * @throws UnavailableError when the rows the item changes were changed concurrently; also what its statements
 * throw
 */
export async function endWith(
  ctx: AppContext,
  jobId: string,
  hold: Hold,
  outcome: ItemOutcome,
): Promise<void> {
  const { db, faults, log } = ctx;
  const where = String(hold.id);
  const { statements = [], more = [] } = outcome;
  const write = () =>
    db.writeBatch({
      lock: lockItem(db.build, hold),
      added: more.length > 0 ? [insertMoreItems(db.build, jobId, toItemRows(more))] : [],
      statements,
      ended: endItem(db.build, hold, outcome),
    });
  let written: Awaited<ReturnType<typeof write>>;
  try {
    written = await write();
  } catch (error) {
    if (error instanceof ConstraintError && outcome.ifRejected)
      return endWith(ctx, jobId, hold, outcome.ifRejected);
    // The data changed between read and write: retry with the current data.
    if (error instanceof ConflictError) throw new UnavailableError(error.message, { cause: error });
    throw error;
  }
  if (TEST_SUPPORT) await faults.reach('after-end', where);
  const [added] = written.added;
  if (added) {
    await sendItems(
      ctx,
      added.rows.map(({ id }) => id),
    );
    if (TEST_SUPPORT) await faults.reach('after-more', where);
  }
  try {
    if (outcome.after) await withinRunLimit(outcome.after());
  } catch (error) {
    if (TEST_SUPPORT && faults.isDeath(error)) throw error;
    log.write({ event: 'failure', where: `after job item ${where}`, reason: String(error) });
  }
  if (TEST_SUPPORT) await faults.reach('after-all', where);
}
