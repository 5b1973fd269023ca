// SQL for working on items: claiming, renewing the lease, ending. Uses the database clock, so that consumers
// on different machines agree on expired leases.
import { jobItems, jobs } from 'db/schema/jobs';
import { type SQL, sql } from 'drizzle-orm';
import { cutText } from '~/lib/text';
import type { Build } from '~/platform/context';
import { MAX_ATTEMPTS } from './attempts';
import type { ItemOutcome } from './job-kind';

export const seconds = (count: number): SQL => sql`make_interval(secs => ${count}::float8)`;

/** Stored reasons are cut to this length. */
const MAX_REASON_LENGTH = 1_000;
const cut = (reason: string | null | undefined) =>
  typeof reason === 'string' ? cutText(reason, 0, MAX_REASON_LENGTH) : null;

export type ClaimRow = Record<string, unknown> & {
  jobId: string;
  kind: string;
  key: string;
  input: unknown;
  jobInput: unknown;
  createdBy: string | null;
  /** Status before the claim. */
  status: string;
  jobStatus: string;
  attempts: number;
  /** Seconds until the item may be claimed; 0 for now. */
  secondsLeft: number;
  /** Number of the attempt the caller obtained; null when the claim was refused. */
  attempt: number | null;
};

/** Attempts of open items, and whether their last attempt recorded a reason. */
export function selectItemTries(build: Build, itemIds: readonly number[], stopped: string) {
  return build.execute<{ id: number; attempts: number; isExplained: boolean }>(sql`
    select id::float8 as id, attempts, (reason is not null and reason <> ${stopped}::text) as "isExplained" from ${jobItems}
    where id in (select jsonb_array_elements_text(${JSON.stringify(itemIds)}::jsonb)::bigint) and status in ('waiting', 'running')`);
}

/**
 * Claims an item that is waiting or whose lease has expired, and returns its data either way. No row: the
 * item does not exist.
 */
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

/** A claim on an item: its id and the attempt number. */
export interface Hold {
  id: number;
  attempt: number;
}

const held = ({ id, attempt }: Hold) =>
  sql`id = ${id}::bigint and status = 'running' and attempts = ${attempt}::int`;

/** Extends the lease. No effect if the caller no longer holds the item. */
export function renewLease(build: Build, hold: Hold, leaseSeconds: number) {
  return build.execute(sql`
    update ${jobItems} set claimed_until = now() + ${seconds(leaseSeconds)}, touched_at = now()
    where ${held(hold)}`);
}

/**
 * First statement of the transaction that ends an item. @throws ConflictError when another consumer holds it
 */
export function lockItem(build: Build, { id, attempt }: Hold) {
  return build.execute(sql`select lock_job_item(${id}::bigint, ${attempt}::int)`);
}

/** Last statement of that transaction. */
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

/** Releases an item for a retry, or cancels it if its job was canceled. */
export function postponeItem(build: Build, hold: Hold, reason: string, delaySeconds: number) {
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
 * Settles an item whose message exhausted its deliveries: it fails if no attempt is left; otherwise this
 * counts as an attempt and it waits again. Returns no row for an item that has ended or is being worked on.
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
