// The SQL of starting jobs, stopping them and starting again what failed.
import { jobItems, jobs } from 'db/schema/jobs';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { Apart, NewItem } from './job-kind';

type Build = Database['build'];

interface NewJob {
  id: string;
  kind: string;
  title: string;
  input: unknown;
  createdBy: string | null;
}

/** Whether none of these kinds runs: a job that is to be kept apart from them has no kind otherwise, and is refused. */
const isFree = (
  apart: Apart | null,
) => sql`not exists (select 1 from ${jobs} other where other.status = 'running'
  and other.kind in (select jsonb_array_elements_text(${JSON.stringify(apart?.kinds ?? [])}::jsonb)))`;

export function insertJob(build: Build, { input, kind, ...job }: NewJob, apart: Apart | null) {
  return build
    .insert(jobs)
    .values({ ...job, kind: sql`case when ${isFree(apart)} then ${kind}::text end`, input });
}

/** First where `apart` is held: of two that look at the same moment whether another runs, the second waits for the first. */
export function waitForOthers(build: Build, apart: Apart | null) {
  return build.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('jobs that run alone', 0)) where ${apart !== null}::boolean`);
}

/** Items as rows of (key, input). */
export function toItemRows(items: readonly NewItem[]): SQL {
  return sql`select given.key, given.input from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (key text, input jsonb)`;
}

/** @param rows selects (key, input); keys that the job has already are passed over */
export function insertItems(build: Build, jobId: string, rows: SQL) {
  return build.execute<{ id: number }>(sql`
    insert into ${jobItems} (job_id, key, input)
    select ${jobId}::uuid, wanted.key, coalesce(wanted.input, '{}') from (${rows}) as wanted (key, input)
    on conflict (job_id, key) do nothing returning id::float8 as id`);
}

/** The same for a job under way. One that was cancelled meanwhile gets none: the lock waits for whoever is cancelling. */
export function insertMoreItems(build: Build, jobId: string, rows: SQL) {
  return build.execute<{ id: number }>(sql`
    with job as materialized (select id from ${jobs} where id = ${jobId}::uuid and status = 'running' for share)
    insert into ${jobItems} (job_id, key, input)
    select job.id, wanted.key, coalesce(wanted.input, '{}') from job cross join (${rows}) as wanted (key, input)
    on conflict (job_id, key) do nothing returning id::float8 as id`);
}

/** First of what changes a job: nobody else changes it until the end of the transaction. */
export function lockJob(build: Build, jobId: string) {
  return build.execute<{ status: string }>(sql`
    select status from ${jobs} where id = ${jobId}::uuid for update`);
}

export function cancelRunningJob(build: Build, jobId: string) {
  return build.execute<{ id: string }>(sql`
    update ${jobs} set status = 'cancelled', finished_at = now() where id = ${jobId}::uuid and status = 'running'
    returning id`);
}

/** What waits will not be done; what somebody works on ends as it ends. */
export function cancelWaitingItems(build: Build, jobId: string) {
  return build.execute(sql`
    update ${jobItems} item set status = 'cancelled', touched_at = now()
    from ${jobs} job where job.id = ${jobId}::uuid and job.status = 'cancelled'
      and item.job_id = job.id and item.status = 'waiting'`);
}

export function selectInput(build: Build, jobId: string) {
  return build.select({ input: jobs.input }).from(jobs).where(eq(jobs.id, jobId));
}

const hasFailed = (jobId: string) => sql`(job.status = 'failed'
  or exists (select 1 from ${jobItems} item where item.job_id = ${jobId}::uuid and item.status = 'failed'))`;

/** The job runs again, if any of its items has failed, or finishing it did. One that still runs is not in its own way. */
export function reopenJob(build: Build, jobId: string, apart: Apart | null) {
  return build.execute<{ id: string }>(sql`
    update ${jobs} job set status = 'running', finished_at = null, result = null, reason = null, closings = 0,
      closing_until = null, kind = case when job.status = 'running' or ${isFree(apart)} then job.kind end
    where job.id = ${jobId}::uuid and ${hasFailed(jobId)} returning job.id`);
}

/** Everything that failed waits again, as if it had never been tried. */
export function resetFailedItems(build: Build, jobId: string) {
  return build.execute<{ id: number }>(sql`
    update ${jobItems} item set status = 'waiting', attempts = 0, reason = null, result = null, next_try_at = now(),
      touched_at = now()
    where item.job_id = ${jobId}::uuid and item.status = 'failed' returning item.id::float8 as id`);
}

/** Whether there is something to stop, or to try again; for the audit's line. */
export const isRunning = (jobId: string) =>
  sql`exists (select 1 from ${jobs} job where job.id = ${jobId}::uuid and job.status = 'running')`;
export const mayBeRetried = (jobId: string) =>
  sql`exists (select 1 from ${jobs} job where job.id = ${jobId}::uuid and ${hasFailed(jobId)})`;
