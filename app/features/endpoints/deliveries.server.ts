// Deliveries as the clock and the newsroom see them.
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { deliver } from './deliver.server';
import {
  deleteOldEvents,
  insertTest,
  OLD_AT_ONCE,
  redeliver,
  selectDeliveries,
  takeDue,
} from './deliveries-repo.server';
import { DELIVERIES_PER_PAGE, type Delivery, type DeliveryStatus, TEST_EVENT } from './endpoint';

const OFF = 'This endpoint is switched off, or gone.';
/** A trigger's share; the next one goes on. */
const DUE_AT_ONCE = { all: 200, failing: 5 };
const MOST_ROUNDS = 20;

/** A page of an endpoint's deliveries, newest first; `older` is where the next page begins. */
export async function listDeliveries(
  { db }: Pick<AppContext, 'db'>,
  endpointId: string,
  status: DeliveryStatus | null,
  before: number | null,
): Promise<{ rows: Delivery[]; older: number | null }> {
  const limit = DELIVERIES_PER_PAGE + 1;
  const found = await db.read(selectDeliveries(db.build, endpointId, status, before, limit));
  const rows = found.slice(0, DELIVERIES_PER_PAGE);
  return { rows, older: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null };
}

/**
 * Puts what waits for its moment into the queue.
 * @returns how much
 */
export async function sendDue({
  db,
  clock,
  queue,
}: Pick<AppContext, 'db' | 'clock' | 'queue'>): Promise<number> {
  const [{ rows }] = await db.write(takeDue(db.build, clock.now(), DUE_AT_ONCE));
  const sent = rows.filter(({ isSent }) => isSent);
  await queue.send(
    sent.map(({ id, tries }) => ({ v: 1, type: 'webhook-delivery', deliveryId: id, tries }) as const),
  );
  return sent.length;
}

/** The same without waiting for the clock. What fails here, the clock makes up for. */
export async function hurryDeliveries(
  ctx: Pick<AppContext, 'db' | 'clock' | 'queue' | 'log'>,
): Promise<void> {
  try {
    await sendDue(ctx);
  } catch (error) {
    ctx.log.write({ event: 'queue_failed', what: 'webhook deliveries', reason: String(error) });
  }
}

/**
 * Sends a delivery again, from the beginning.
 * @throws ConflictError when its endpoint is off
 */
export async function redeliverNow(ctx: AppContext, endpointId: string, id: number): Promise<DeliveryStatus> {
  const [[due]] = await ctx.db.write(redeliver(ctx.db.build, endpointId, id));
  if (!due) throw new ConflictError(OFF);
  return (await deliver(ctx, due)) ?? 'waiting';
}

/**
 * Sends a message that means nothing, to see whether it arrives.
 * @throws ConflictError when the endpoint is off
 */
export async function sendTest(ctx: AppContext, endpointId: string): Promise<DeliveryStatus> {
  const { db } = ctx;
  const data = { message: 'If you can read this, the webhook works.' };
  const [{ rows }] = await db.write(insertTest(db.build, endpointId, TEST_EVENT, data));
  const [due] = rows;
  if (!due) throw new ConflictError(OFF);
  return (await deliver(ctx, due)) ?? 'waiting';
}

/**
 * For the clock: forgets events that are older than 30 days.
 * @returns how many
 */
export async function forgetOldEvents({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [gone] = await db.write(deleteOldEvents(db.build, clock.now()));
    total += gone.rows.length;
    if (gone.rows.length < OLD_AT_ONCE) break;
  }
  return total;
}
