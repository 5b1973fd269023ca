// SQL for outbound deliveries. A message contains the number of earlier attempts, so that a duplicate message
// sends nothing twice.
import { webhookDeliveries, webhookEndpoints, webhookEvents } from 'db/schema/webhooks';
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { DeliveryStatus, EventType, Try } from './endpoint';
import { DELIVERY_RETENTION_DAYS, MAX_FAILING_DAYS, MAX_LOG_ENTRIES } from './endpoint';

/** Longer than an attempt may take. */
const LEASE_SECONDS = 60;

export interface Due {
  id: number;
  /** Attempts so far. */
  tries: number;
}

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/** Seconds until a queued delivery counts as lost and is queued again. */
const QUEUED_SECONDS = 60;

/**
 * Takes the deliveries of active endpoints that are due, round-robin by endpoint, longest waiting first. They become due again
 * after QUEUED_SECONDS, so that a lost message is replaced and none is queued twice in between. Only a few
 * deliveries of a failing endpoint are sent and the rest are postponed too, so that it does not delay others.
 */
export function takeDueDeliveries(build: Build, now: Date, most: { all: number; failing: number }) {
  const isDue = sql`d.status = 'waiting' and d.next_try_at <= greatest(now(), ${moment(now)})
      and (d.claimed_until is null or d.claimed_until < now())`;
  return build.execute<Record<string, unknown> & Due & { isSent: boolean }>(sql`
    with due as materialized (
      select d.id, e.failing_since is not null as failing,
        row_number() over (partition by d.endpoint_id order by d.next_try_at, d.id) as place
      from ${webhookDeliveries} d join ${webhookEndpoints} e on e.id = d.endpoint_id and e.active
      where ${isDue}
    ), chosen as materialized (
      select id from due where not failing or place <= ${most.failing}::int order by place, id limit ${most.all}::int
    )
    update ${webhookDeliveries} d set next_try_at = now() + make_interval(secs => ${QUEUED_SECONDS}::int)
    from due where d.id = due.id and ${isDue} and (due.failing or d.id in (select id from chosen))
    returning d.id::float8 as id, d.tries, d.id in (select id from chosen) as "isSent"`);
}

export type Claimed = Record<string, unknown> & {
  id: number;
  /** Including this attempt. */
  tries: number;
  url: string;
  salt: string;
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  occurredAt: string;
};

/** Returns a row if the caller may send the delivery. */
export function claimDelivery(build: Build, { id, tries }: Due) {
  return build.execute<Claimed>(sql`
    update ${webhookDeliveries} d set tries = d.tries + 1,
      claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
    from ${webhookEndpoints} e, ${webhookEvents} v
    where d.id = ${id}::bigint and d.tries = ${tries}::int and d.status = 'waiting'
      and (d.claimed_until is null or d.claimed_until < now())
      and e.id = d.endpoint_id and e.active and v.id = d.event_id
    returning d.id::float8 as id, d.tries, e.url, e.secret_salt as salt, v.id as "eventId", v.type, v.data,
      iso_moment(v.occurred_at) as "occurredAt"`);
}

export interface Ended extends Due {
  status: DeliveryStatus;
  /** Time of the next attempt, if the delivery is still waiting. */
  nextTryAt: Date;
  result: Try;
  /** The endpoint responded with 410 Gone. */
  isGone: boolean;
}

/**
 * Ends an attempt, unless another has started since, and records the result at the endpoint. An endpoint that
 * has failed for MAX_FAILING_DAYS or is gone is switched off.
 */
export function endTry(build: Build, ended: Ended, now: Date) {
  const { id, tries, status, nextTryAt, result, isGone } = ended;
  const isDone = status === 'delivered';
  const since = sql`coalesce(e.failing_since, ${moment(now)})`;
  const isGivenUp = sql`${isGone}::boolean or ${since} < ${moment(now)} - make_interval(days => ${MAX_FAILING_DAYS}::int)`;
  return build.execute<{ endpointId: string; active: boolean }>(sql`
    with ended as (
      update ${webhookDeliveries} d set status = ${status}, next_try_at = ${moment(nextTryAt)}, claimed_until = null,
        finished_at = case when ${status} <> 'waiting' then now() end,
        log = case when jsonb_array_length(d.log) >= ${MAX_LOG_ENTRIES}::int then d.log - 0 else d.log end
          || ${JSON.stringify([result])}::jsonb
      where d.id = ${id}::bigint and d.tries = ${tries}::int and d.status = 'waiting' returning d.endpoint_id
    )
    update ${webhookEndpoints} e set
      last_success_at = case when ${isDone}::boolean then ${moment(now)} else e.last_success_at end,
      failing_since = case when ${isDone}::boolean then null else ${since} end,
      active = e.active and (${isDone}::boolean or not (${isGivenUp})),
      disabled_at = case when not ${isDone}::boolean and e.active and (${isGivenUp}) then ${moment(now)} else e.disabled_at end
    from ended where e.id = ended.endpoint_id
    returning e.id as "endpointId", e.active`);
}

const columns = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookEvents.type,
  data: sql<Record<string, unknown>>`${webhookEvents.data}`,
  occurredAt: webhookEvents.occurredAt,
  status: webhookDeliveries.status,
  tries: webhookDeliveries.tries,
  nextTryAt: webhookDeliveries.nextTryAt,
  finishedAt: webhookDeliveries.finishedAt,
  log: sql<Try[]>`${webhookDeliveries.log}`,
};

/** An endpoint's deliveries, newest first; only ids below `before` if given. */
export function selectDeliveries(
  build: Build,
  endpointId: string,
  status: DeliveryStatus | null,
  before: number | null,
  limit: number,
) {
  const parts: (SQL | undefined)[] = [
    eq(webhookDeliveries.endpointId, endpointId),
    status === null ? undefined : eq(webhookDeliveries.status, status),
    before === null ? undefined : lt(webhookDeliveries.id, before),
  ];
  return build
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(...parts))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

/** SQL condition: the endpoint is switched on. */
export const isEndpointOn = (endpointId: string) =>
  sql`exists (select 1 from ${webhookEndpoints} where id = ${endpointId}::uuid and active)`;

/** SQL condition: the endpoint has this delivery and is switched on. */
export const canRedeliver = (endpointId: string, id: number) =>
  sql`${isEndpointOn(endpointId)} and exists (
    select 1 from ${webhookDeliveries} where id = ${id}::bigint and endpoint_id = ${endpointId}::uuid)`;

/** Resets a delivery, if its endpoint is switched on. */
export function redeliver(build: Build, endpointId: string, id: number) {
  return build
    .update(webhookDeliveries)
    .set({ status: 'waiting', tries: 0, nextTryAt: sql`now()`, claimedUntil: null, finishedAt: null })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.endpointId, endpointId),
        isEndpointOn(endpointId),
      ),
    )
    .returning({ id: webhookDeliveries.id, tries: webhookDeliveries.tries });
}

/** Inserts an event for one endpoint only. */
export function insertTest(build: Build, endpointId: string, type: string, data: Record<string, unknown>) {
  return build.execute<Record<string, unknown> & Due>(sql`
    with event as (
      insert into ${webhookEvents} (type, data) values (${type}, ${JSON.stringify(data)}::jsonb) returning id
    )
    insert into ${webhookDeliveries} (endpoint_id, event_id)
    select e.id, event.id from event, ${webhookEndpoints} e where e.id = ${endpointId}::uuid and e.active
    returning id::float8 as id, tries`);
}

/** Rows per statement, well within the statement timeout. */
export const MAX_OLD_DELIVERIES = 1_000;

/** Deletes old events with their deliveries. */
export function deleteOldEvents(build: Build, now: Date) {
  return build.execute<{ id: string }>(sql`
    delete from ${webhookEvents} where id in (
      select id from ${webhookEvents}
      where occurred_at < ${moment(now)} - make_interval(days => ${DELIVERY_RETENTION_DAYS}::int)
      order by occurred_at limit ${MAX_OLD_DELIVERIES}::int)
    returning id`);
}

/** Deletes the events about a row with their deliveries, including those that are waiting. */
export function deleteEventsAbout(build: Build, type: EventType, id: string) {
  return build
    .delete(webhookEvents)
    .where(and(eq(webhookEvents.type, type), sql`${webhookEvents.data} ->> 'id' = ${id}`));
}

/** Turns off webhook events and IndexNow for this transaction. */
export function turnOffChangeEvents(build: Build) {
  return build.execute(sql`select set_config('magazine.events', 'off', true)`);
}
