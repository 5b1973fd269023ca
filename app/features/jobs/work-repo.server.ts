// The SQL of working on items: claiming one, saying that one lives, ending it. Moments are the database's own, so that
// consumers on different machines agree about who is late.
import { jobItems, jobs } from 'db/schema/jobs';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { MAX_ATTEMPTS } from './attempts';
import type { ItemOutcome } from './job-kind';

type Build = Database['build'];

export const seconds = (count: number): SQL => sql`make_interval(secs => ${count}::float8)`;

/** The longest reason that is kept. */
const REASON_LENGTH = 1_000;
const cut = (reason: string | null | undefined) => reason?.slice(0, REASON_LENGTH) ?? null;

export type ClaimRow = Record<string, unknown> & {
  jobId: string;
  kind: string;
  key: string;
  input: unknown;
  jobInput: unknown;
  createdBy: string | null;
  /** As it was before. */
  status: string;
  jobStatus: string;
  attempts: number;
  /** Until somebody may begin it: 0 for at once. */
  secondsLeft: number;
  /** The number of the attempt that is the caller's now; null when the item was not to be had. */
  attempt: number | null;
};

/** How often open items were tried, and whether somebody lived to say how the last try ended. */
export function selectTries(build: Build, itemIds: readonly number[], stopped: string) {
  return build.execute<{ id: number; attempts: number; isExplained: boolean }>(sql`
    select id::float8 as id, attempts, (reason is not null and reason <> ${stopped}::text) as "isExplained" from ${jobItems}
    where id in (select jsonb_array_elements_text(${JSON.stringify(itemIds)}::jsonb)::bigint) and status in ('waiting', 'running')`);
}

/** Takes an item that waits, or whose consumer is late, and tells what it is about. No row: there is no such item. */
export function claimItem(build: Build, itemId: number, leaseSeconds: number) {
  return build.execute<ClaimRow>(sql`
    with claimed as (
      update ${jobItems} item set status = 'running', attempts = item.attempts + 1, reason = null,
        claimed_until = now() + ${seconds(leaseSeconds)}, touched_at = now()
      from ${jobs} job
      where item.id = ${itemId}::bigint and job.id = item.job_id and job.status = 'running'
        and item.attempts < ${MAX_ATTEMPTS}::int
        and (item.status = 'waiting' and item.next_try_at <= now()
          or item.status = 'running' and item.claimed_until < now())
      returning item.id, item.attempts
    )
    select item.job_id as "jobId", job.kind, item.key, item.input, job.input as "jobInput",
      job.created_by as "createdBy", item.status, job.status as "jobStatus", item.attempts,
      greatest(0, extract(epoch from case item.status when 'running' then item.claimed_until else item.next_try_at end
        - now()))::float8 as "secondsLeft",
      claimed.attempts as attempt
    from ${jobItems} item join ${jobs} job on job.id = item.job_id left join claimed on claimed.id = item.id
    where item.id = ${itemId}::bigint`);
}

/** Who holds an item: its id, and the number of the attempt. */
export interface Hold {
  id: number;
  attempt: number;
}

const held = ({ id, attempt }: Hold) =>
  sql`id = ${id}::bigint and status = 'running' and attempts = ${attempt}::int`;

/** A sign of life. Whoever holds it no more changes nothing. */
export function renewLease(build: Build, hold: Hold, leaseSeconds: number) {
  return build.execute(sql`
    update ${jobItems} set claimed_until = now() + ${seconds(leaseSeconds)}, touched_at = now()
    where ${held(hold)}`);
}

/** First of the transaction that ends an item. @throws ConflictError when it is in other hands */
export function lockItem(build: Build, { id, attempt }: Hold) {
  return build.execute(sql`select lock_job_item(${id}::bigint, ${attempt}::int)`);
}

/** Last of it. */
export function endItem(build: Build, hold: Hold, { status, reason, result }: ItemOutcome) {
  return build.execute(sql`
    update ${jobItems} set status = ${status}, claimed_until = null, reason = ${cut(reason)},
      result = ${result === undefined ? null : JSON.stringify(result)}::jsonb, touched_at = now()
    where ${held(hold)}`);
}

export function failItem(build: Build, hold: Hold, reason: string) {
  return build.execute<{ id: number }>(sql`
    update ${jobItems} set status = 'failed', claimed_until = null, reason = ${cut(reason)}, touched_at = now()
    where ${held(hold)} returning id::float8 as id`);
}

/** Lets go of an item that is to be tried again. In a cancelled job it will not be. */
export function putOffItem(build: Build, hold: Hold, reason: string, delaySeconds: number) {
  return build.execute<{ id: number }>(sql`
    update ${jobItems} set claimed_until = null, reason = ${cut(reason)}, touched_at = now(),
      next_try_at = now() + ${seconds(delaySeconds)},
      status = case when (select status from ${jobs} where id = job_id) = 'running' then 'waiting' else 'cancelled' end
    where ${held(hold)} returning id::float8 as id`);
}

export type UndeliverableRow = Record<string, unknown> & {
  jobId: string;
  status: string;
  reason: string | null;
};

/**
 * What becomes of an item whose message came back too often: with all its attempts used up it has failed, otherwise this
 * counts as one of them and it waits again. What ended, and what somebody works on, stays as it is: no row then.
 */
export function settleUndeliverable(build: Build, itemId: number, reason: string) {
  return build.execute<UndeliverableRow>(sql`
    update ${jobItems} item set
      status = case when job.status <> 'running' then 'cancelled' when item.attempts >= ${MAX_ATTEMPTS}::int then 'failed'
        else 'waiting' end,
      attempts = item.attempts + (case when item.status = 'waiting' and item.attempts < ${MAX_ATTEMPTS}::int then 1 else 0 end),
      reason = coalesce(item.reason, ${reason}::text), claimed_until = null, next_try_at = now(), touched_at = now()
    from ${jobs} job
    where item.id = ${itemId}::bigint and job.id = item.job_id
      and (item.status = 'waiting' or item.status = 'running' and item.claimed_until < now())
    returning item.job_id as "jobId", item.status, item.reason`);
}
