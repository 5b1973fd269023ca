// Queues, lists, repeats and prunes outbound deliveries.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { deliver } from './deliver.server';
import {
  canRedeliver,
  deleteEventsAbout,
  deleteOldEvents,
  insertTest,
  isEndpointOn,
  MAX_OLD_DELIVERIES,
  redeliver,
  selectDeliveries,
  takeDueDeliveries,
  turnOffChangeEvents,
} from './deliveries-repo.server';
import { DELIVERIES_PER_PAGE, type Delivery, type DeliveryStatus, TEST_EVENT } from './endpoint';
import { findEndpoint } from './endpoints.server';
import { failWaiting } from './endpoints-repo.server';

const OFF = 'This endpoint is switched off or was deleted.';
/** Limits of one cron run; the next one continues. */
const DUE_PER_RUN = { all: 200, failing: 5 };
const MAX_ROUNDS = 20;

/** One page of an endpoint's deliveries, newest first. `older` is the value of `before` for the next page. */
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
 * Cron task: fails waiting deliveries of endpoints that are switched off, and queues those that are due. A
 * delivery can still wait when the worker died, or when the event happened while the endpoint was switched off.
 * @returns the number queued
 */
export async function sweepDeliveries(ctx: Pick<AppContext, 'db' | 'clock' | 'queue'>): Promise<number> {
  await ctx.db.write(failWaiting(ctx.db.build, null));
  return sendDue(ctx);
}

/**
 * Queues the deliveries that are due.
 * @returns the number queued
 */
async function sendDue({ db, clock, queue }: Pick<AppContext, 'db' | 'clock' | 'queue'>): Promise<number> {
  const { rows } = await db.writeOne(takeDueDeliveries(db.build, clock.now(), DUE_PER_RUN));
  const sent = rows.filter(({ isSent }) => isSent);
  await queue.send(
    sent.map(({ id, tries }) => ({ v: 1, type: 'webhook-delivery', deliveryId: id, tries }) as const),
  );
  return sent.length;
}

/** Queues due deliveries immediately. A failure is only logged: the cron task queues them later. */
export async function enqueueDeliveries(
  ctx: Pick<AppContext, 'db' | 'clock' | 'queue' | 'log'>,
): Promise<void> {
  try {
    await sendDue(ctx);
  } catch (error) {
    ctx.log.write({ event: 'queue_failed', what: 'webhook deliveries', reason: String(error) });
  }
}

/**
 * Restarts a delivery and sends it immediately.
 * @throws ConflictError when its endpoint is switched off
 */
export async function redeliverNow(
  ctx: AppContext,
  actor: Actor,
  endpointId: string,
  id: number,
): Promise<DeliveryStatus> {
  const event = await eventAbout(ctx, actor, 'webhook_redelivered', endpointId, { delivery: id });
  const {
    due: [due],
  } = await ctx.db.writeBatch({
    due: redeliver(ctx.db.build, endpointId, id),
    audit: auditLine(ctx, event, canRedeliver(endpointId, id)),
  });
  if (!due) throw new ConflictError(OFF);
  return (await deliver(ctx, due)) ?? 'waiting';
}

/**
 * Sends a test message.
 * @throws ConflictError when the endpoint is switched off
 */
export async function sendTestDelivery(
  ctx: AppContext,
  actor: Actor,
  endpointId: string,
): Promise<DeliveryStatus> {
  const { db } = ctx;
  const data = { message: 'If you can read this, the webhook works.' };
  const event = await eventAbout(ctx, actor, 'endpoint_tested', endpointId);
  const { sent } = await db.writeBatch({
    sent: insertTest(db.build, endpointId, TEST_EVENT, data),
    audit: auditLine(ctx, event, isEndpointOn(endpointId)),
  });
  const [due] = sent.rows;
  if (!due) throw new ConflictError(OFF);
  return (await deliver(ctx, due)) ?? 'waiting';
}

async function eventAbout(
  ctx: Pick<AppContext, 'db'>,
  { userId }: Actor,
  event: string,
  endpointId: string,
  details: Record<string, unknown> = {},
) {
  const endpoint = await findEndpoint(ctx, endpointId);
  return { event, actorId: userId, subject: endpoint?.url ?? null, details: { id: endpointId, ...details } };
}

/**
 * Cron task: deletes events older than 30 days.
 * @returns the number deleted
 */
export async function pruneEvents({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const gone = await db.writeOne(deleteOldEvents(db.build, clock.now()));
    total += gone.rows.length;
    if (gone.rows.length < MAX_OLD_DELIVERIES) break;
  }
  return total;
}

/** The statement that deletes the events about a new lead, including those that are not sent yet. */
export const deleteLeadEvents = ({ db }: Pick<AppContext, 'db'>, leadId: string) =>
  deleteEventsAbout(db.build, 'lead.created', leadId);

/**
 * The statement that turns off webhook events and IndexNow for its transaction: imported and restored content
 * is not new.
 */
export const disableChangeEvents = ({ db }: Pick<AppContext, 'db'>) => turnOffChangeEvents(db.build);
