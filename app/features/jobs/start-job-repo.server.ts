// SQL for starting, canceling and retrying jobs.
import { profiles, users } from 'db/schema/accounts';
import { jobItems, jobs } from 'db/schema/jobs';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { RunningJob } from '~/lib/errors';
import type { Build } from '~/platform/context';
import { MAX_ATTEMPTS } from './attempts';
import type { Exclusion, NewItem } from './job-kind';

interface NewJob {
  id: string;
  kind: string;
  title: string;
  input: unknown;
  createdBy: string | null;
}

/**
 * True if no job of the excluded kinds is running. Otherwise `insertJob` and `reopenJob` set `kind` to null,
 * and the NOT NULL constraint refuses the row.
 */
const isFree = (
  exclusion: Exclusion | null,
) => sql`not exists (select 1 from ${jobs} other where other.status = 'running'
  and other.kind in (select jsonb_array_elements_text(${JSON.stringify(exclusion?.kinds ?? [])}::jsonb)))`;

export function insertJob(build: Build, { input, kind, ...job }: NewJob, exclusion: Exclusion | null) {
  return build
    .insert(jobs)
    .values({ ...job, kind: sql`case when ${isFree(exclusion)} then ${kind}::text end`, input });
}

/** The newest running job of these kinds. */
export function selectRunning(build: Build, kinds: readonly string[]) {
  return build.execute<Record<string, unknown> & RunningJob & { title: string }>(sql`
    select job.id, job.title, job.input, coalesce(nullif(profile.full_name, ''), creator.email) as "startedBy"
    from ${jobs} job left join ${users} creator on creator.id = job.created_by
      left join ${profiles} profile on profile.user_id = job.created_by
    where job.status = 'running' and job.kind in (select jsonb_array_elements_text(${JSON.stringify(kinds)}::jsonb))
    order by job.created_at desc limit 1`);
}

/**
 * First statement of a transaction with an exclusion: serializes concurrent starts, so that the second one
 * sees the first job.
 */
export function lockExclusiveStarts(build: Build, exclusion: Exclusion | null) {
  return build.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('jobs that run alone', 0)) where ${exclusion !== null}::boolean`);
}

/** Items as (key, input) rows. */
export function toItemRows(items: readonly NewItem[]): SQL {
  return sql`select given.key, given.input from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (key text, input jsonb)`;
}

/** @param rows selects (key, input); keys the job already has are ignored */
export function insertItems(build: Build, jobId: string, rows: SQL) {
  return build.execute<{ id: number }>(sql`
    insert into ${jobItems} (job_id, key, input)
    select ${jobId}::uuid, wanted.key, coalesce(wanted.input, '{}') from (${rows}) as wanted (key, input)
    on conflict (job_id, key) do nothing returning id::float8 as id`);
}

/**
 * Like `insertItems`, for a running job. Adds nothing to a canceled job: the row lock waits for a concurrent
 * cancellation.
 */
export function insertMoreItems(build: Build, jobId: string, rows: SQL) {
  return build.execute<{ id: number }>(sql`
    with job as materialized (select id from ${jobs} where id = ${jobId}::uuid and status = 'running' for share)
    insert into ${jobItems} (job_id, key, input)
    select job.id, wanted.key, coalesce(wanted.input, '{}') from job cross join (${rows}) as wanted (key, input)
    on conflict (job_id, key) do nothing returning id::float8 as id`);
}

/** A consumer is in the final step of `job`, or was at the time it was canceled. */
const IS_CLOSING = sql`coalesce(job.closing_until > now(), false)`;

/** First statement of a transaction that changes a job: serializes concurrent changes. */
export function lockJob(build: Build, jobId: string) {
  return build.execute<{ isClosing: boolean }>(sql`
    select ${IS_CLOSING} as "isClosing" from ${jobs} job where id = ${jobId}::uuid for update`);
}

export function cancelRunningJob(build: Build, jobId: string) {
  return build.execute<{ id: string }>(sql`
    update ${jobs} set status = 'cancelled', finished_at = now() where id = ${jobId}::uuid and status = 'running'
    returning id`);
}

/** Cancels waiting items. Running items end normally. */
export function cancelWaitingItems(build: Build, jobId: string) {
  return build.execute(sql`
    update ${jobItems} item set status = 'cancelled', touched_at = now()
    from ${jobs} job where job.id = ${jobId}::uuid and job.status = 'cancelled'
      and item.job_id = job.id and item.status = 'waiting'`);
}

export function selectInput(build: Build, jobId: string) {
  return build.select({ input: jobs.input }).from(jobs).where(eq(jobs.id, jobId));
}

const isRetryable = (jobId: string) => sql`(job.status = 'failed'
  or exists (select 1 from ${jobItems} item where item.job_id = ${jobId}::uuid and item.status = 'failed'))
  and not ${IS_CLOSING}`;

/**
 * Sets the job to running if any item, or finishing it, failed, unless a consumer is in its final step. A job that is
 * still running does not conflict with itself. `closings` continues at the next multiple of MAX_ATTEMPTS, so that no
 * number of an earlier claim is used again.
 */
export function reopenJob(build: Build, jobId: string, exclusion: Exclusion | null) {
  return build.execute<{ id: string }>(sql`
    update ${jobs} job set status = 'running', finished_at = null, result = null, reason = null,
      closings = (job.closings / ${MAX_ATTEMPTS}::int + 1) * ${MAX_ATTEMPTS}::int,
      closing_until = null, kind = case when job.status = 'running' or ${isFree(exclusion)} then job.kind end
    where job.id = ${jobId}::uuid and ${isRetryable(jobId)} returning job.id`);
}

/** Resets failed items of a job that `reopenJob` has reopened to waiting, with no attempts used. */
export function resetFailedItems(build: Build, jobId: string) {
  return build.execute<{ id: number }>(sql`
    update ${jobItems} item set status = 'waiting', attempts = 0, reason = null, result = null, next_try_at = now(),
      touched_at = now()
    from ${jobs} job where job.id = ${jobId}::uuid and not ${IS_CLOSING}
      and item.job_id = job.id and item.status = 'failed' returning item.id::float8 as id`);
}

/** Conditions for the audit entries. */
export const isRunning = (jobId: string) =>
  sql`exists (select 1 from ${jobs} job where job.id = ${jobId}::uuid and job.status = 'running')`;
export const mayBeRetried = (jobId: string) =>
  sql`exists (select 1 from ${jobs} job where job.id = ${jobId}::uuid and ${isRetryable(jobId)})`;
