// SQL for the cron tasks of jobs. `now` is the scheduled time of the cron trigger.
import { jobItems, jobs } from 'db/schema/jobs';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { MAX_ATTEMPTS } from './attempts';

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** Releases items whose lease expired: they wait again, fail, or are canceled with their job. */
export function releaseLateItems(build: Build, now: Date, reason: string, limit: number) {
  return build.execute<{ id: number; jobId: string; status: string }>(sql`
    with late as materialized (
      select id from ${jobItems} where status = 'running' and claimed_until < ${at(now)}
      order by claimed_until limit ${limit}::int for update skip locked
    )
    update ${jobItems} item set claimed_until = null, next_try_at = now(), touched_at = now(),
      reason = case when item.attempts >= ${MAX_ATTEMPTS}::int then coalesce(item.reason, ${reason}::text) else item.reason end,
      status = case when job.status <> 'running' then 'cancelled' when item.attempts >= ${MAX_ATTEMPTS}::int then 'failed'
        else 'waiting' end
    from late, ${jobs} job where item.id = late.id and job.id = item.job_id
    returning item.id::float8 as id, item.job_id as "jobId", item.status`);
}

/**
 * Returns waiting items whose message was probably lost: no item has been touched for `idleSeconds`, or this
 * one has waited very long. Touches them. An item that was touched since it became due was sent again before, so it waits
 * very long: the messages of a paused queue are not lost. Cancels those whose job is not running.
 * @param patience `idleSeconds` is 0 when the queue is known to be empty
 */
export function takeAbandonedItems(
  build: Build,
  now: Date,
  patience: { idleSeconds: number; longestWaitSeconds: number },
  limit: number,
) {
  const before = (count: number) => sql`${at(now)} - make_interval(secs => ${count}::float8)`;
  return build.execute<{ id: number; status: string }>(sql`
    with idle as materialized (
      select ${patience.idleSeconds}::float8 = 0 or coalesce(max(touched_at) < ${before(patience.idleSeconds)}, true) as yes from ${jobItems}
    ), abandoned as materialized (
      select item.id from ${jobItems} item, idle
      where item.status = 'waiting' and item.next_try_at <= ${at(now)}
        and (idle.yes and (${patience.idleSeconds}::float8 = 0 or item.touched_at <= item.next_try_at)
          or item.touched_at < ${before(patience.longestWaitSeconds)})
      order by item.next_try_at, item.id limit ${limit}::int for update of item skip locked
    )
    update ${jobItems} item set touched_at = now(),
      status = case when job.status = 'running' then item.status else 'cancelled' end
    from abandoned, ${jobs} job where item.id = abandoned.id and job.id = item.job_id
    returning item.id::float8 as id, item.status`);
}

/**
 * Undoes the touch of items whose messages were not sent, so that the next run of the cron task takes them again. Leaves an
 * item alone that a consumer has claimed or postponed.
 */
export function returnUnsentItems(build: Build, ids: readonly number[]) {
  return build.execute(sql`
    update ${jobItems} set touched_at = least(touched_at, next_try_at)
    where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint) and status = 'waiting'`);
}

/** Running jobs without open items. */
export function selectJobsToClose(build: Build, limit: number) {
  return build.execute<{ id: string }>(sql`
    select job.id from ${jobs} job where job.status = 'running' and (job.closing_until is null or job.closing_until < now())
      and not exists (select 1 from ${jobItems} item where item.job_id = job.id and item.status in ('waiting', 'running'))
    order by job.created_at limit ${limit}::int`);
}

/** Deletes jobs that ended before `moment`, with their items. */
export function deleteOldJobs(build: Build, moment: Date, limit: number) {
  return build.execute<{ id: string }>(sql`
    delete from ${jobs} where id in (
      select id from ${jobs} where finished_at < ${at(moment)} order by finished_at limit ${limit}::int
    ) returning id`);
}
