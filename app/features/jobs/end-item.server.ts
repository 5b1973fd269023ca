// An item's end: what it does, what it adds and that it is done are one transaction.
import { ConflictError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { ItemOutcome } from './job-kind';
import { withinRunLimit } from './run-limit';
import { sendItems } from './send-items.server';
import { insertMoreItems, toItemRows } from './start-job-repo.server';
import { endItem, type Hold, lockItem } from './work-repo.server';

/** @throws UnavailableError when what the item wanted to change has changed meanwhile; what its statements throw */
export async function endWith(
  ctx: AppContext,
  jobId: string,
  hold: Hold,
  outcome: ItemOutcome,
): Promise<void> {
  const { db, faults, log } = ctx;
  const where = String(hold.id);
  const { statements = [], more = [] } = outcome;
  const insertMore = more.length > 0 ? [insertMoreItems(db.build, jobId, toItemRows(more))] : [];
  let results: readonly unknown[];
  try {
    results = await db.write(
      lockItem(db.build, hold),
      ...insertMore,
      ...statements,
      endItem(db.build, hold, outcome),
    );
  } catch (error) {
    // Between reading and writing somebody was faster: another attempt reads what stands there now.
    if (error instanceof ConflictError) throw new UnavailableError(error.message, { cause: error });
    throw error;
  }
  await faults.reach('after-end', where);
  if (insertMore.length > 0) {
    const { rows } = results[1] as { rows: { id: number }[] };
    await sendItems(
      ctx,
      rows.map(({ id }) => id),
    );
    await faults.reach('after-more', where);
  }
  try {
    if (outcome.after) await withinRunLimit(outcome.after());
  } catch (error) {
    if (faults.isDeath(error)) throw error;
    log.write({ event: 'failure', where: `after job item ${where}`, reason: String(error) });
  }
  await faults.reach('after-all', where);
}
