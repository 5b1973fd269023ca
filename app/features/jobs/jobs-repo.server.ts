// SQL that reads jobs for the admin screens.
import { profiles, users } from 'db/schema/accounts';
import { articles } from 'db/schema/articles';
import { jobItems, jobs } from 'db/schema/jobs';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ItemCounts, ItemStatus, JobStatus } from './job';

export type JobRow = Record<string, unknown> &
  ItemCounts & {
    id: string;
    kind: string;
    status: JobStatus;
    title: string;
    result: unknown;
    reason: string | null;
    /** Null for the system and for deleted accounts. */
    createdByName: string | null;
    /** ISO 8601. */
    createdAt: string;
    finishedAt: string | null;
  };

/** One statement, so that the counts are consistent. */
export const countItems = (jobId: SQL) => sql`
  select count(*)::int as total,
    count(*) filter (where status = 'waiting')::int as waiting,
    count(*) filter (where status = 'running')::int as running,
    count(*) filter (where status = 'done')::int as done,
    count(*) filter (where status = 'skipped')::int as skipped,
    count(*) filter (where status = 'failed')::int as failed,
    count(*) filter (where status = 'cancelled')::int as cancelled
  from ${jobItems} where job_id = ${jobId}`;

const iso = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const jobColumns = sql`
  job.id, job.kind, job.status, job.title, job.result, job.reason, ${iso(sql`job.created_at`)} as "createdAt",
  ${iso(sql`job.finished_at`)} as "finishedAt",
  coalesce(nullif(profile.full_name, ''), creator.email) as "createdByName", counts.*`;
const jobRelations = sql`
  left join ${users} creator on creator.id = job.created_by
  left join ${profiles} profile on profile.user_id = job.created_by
  cross join lateral (${countItems(sql`job.id`)}) counts`;

export function selectJob(build: Build, jobId: string) {
  return build.execute<JobRow>(sql`
    select ${jobColumns} from ${jobs} job ${jobRelations} where job.id = ${jobId}::uuid`);
}

export function selectStarter(build: Build, jobId: string) {
  return build.execute<{ kind: string; createdBy: string | null }>(sql`
    select kind, created_by as "createdBy" from ${jobs} where id = ${jobId}::uuid`);
}

/** Running jobs first, then newest first. */
export function selectJobs(build: Build, limit: number, offset: number) {
  return build.execute<JobRow>(sql`
    select ${jobColumns}
    from (
      select * from ${jobs} order by (status = 'running') desc, created_at desc, id desc
      limit ${limit}::int offset ${offset}::int
    ) job ${jobRelations}
    order by (job.status = 'running') desc, job.created_at desc, job.id desc`);
}

export function countJobs(build: Build) {
  return build.execute<{ total: number }>(sql`select count(*)::int as total from ${jobs}`);
}

/**
 * The newest job of a kind.
 * @param status null for any
 */
export function selectNewestOfKind(build: Build, kind: string, status: JobStatus | null) {
  return build.execute<JobRow>(sql`
    select ${jobColumns}
    from (
      select * from ${jobs} where kind = ${kind} and (${status}::text is null or status = ${status}::text)
      order by created_at desc, id desc limit 1
    ) job ${jobRelations}`);
}

export type ProgressRow = Record<string, unknown> &
  ItemCounts & { status: JobStatus; finishedAt: string | null };

/** A job id, or a subquery that returns at most one. */
export type JobId = string | SQL;

export function selectProgress(build: Build, jobId: JobId) {
  const one = typeof jobId === 'string' ? sql`${jobId}::uuid` : sql`(${jobId})`;
  return build.execute<ProgressRow>(sql`
    select job.status, ${iso(sql`job.finished_at`)} as "finishedAt", counts.*
    from ${jobs} job cross join lateral (${countItems(sql`job.id`)}) counts where job.id = ${one}`);
}

export type ItemRow = Record<string, unknown> & {
  id: number;
  key: string;
  input: unknown;
  /** Title of the article whose id is the key; null without one. */
  title: string | null;
  status: ItemStatus;
  attempts: number;
  reason: string | null;
};

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

export function selectItems(
  build: Build,
  jobId: string,
  status: ItemStatus | null,
  limit: number,
  offset: number,
) {
  return build.execute<ItemRow>(sql`
    select item.*, a.title from (
      select id::float8 as id, key, input, status, attempts, reason from ${jobItems}
      where job_id = ${jobId}::uuid and (${status}::text is null or status = ${status}::text)
      order by id limit ${limit}::int offset ${offset}::int) item
    left join ${articles} a on a.id = case when item.key ~ ${UUID} then item.key::uuid end
    order by item.id`);
}

/**
 * The longest wait of a waiting item, and the time since an item was last processed, both in seconds. Waiting items do not count
 * as processed: a cron task touches them when it sends their messages again.
 */
export function selectOldestWork(build: Build) {
  return build.execute<{ waitingSeconds: number; idleSeconds: number }>(sql`
    select coalesce(extract(epoch from now() - (select min(next_try_at) from ${jobItems} where status = 'waiting')), 0)::int
        as "waitingSeconds",
      coalesce(extract(epoch from now() - (select touched_at from ${jobItems} where status <> 'waiting'
        order by touched_at desc limit 1)), 1e9)::int as "idleSeconds"`);
}
