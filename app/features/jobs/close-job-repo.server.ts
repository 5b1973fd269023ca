// SQL for closing a job.
import { jobItems, jobs } from 'db/schema/jobs';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ItemCounts } from './job';
import { countItems } from './jobs-repo.server';
import { seconds } from './work-repo.server';

export type ClosingRow = Record<string, unknown> &
  ItemCounts & {
    id: string;
    kind: string;
    title: string;
    input: unknown;
    createdBy: string | null;
    closings: number;
    /** Reason of the first failed item, if any. */
    itemReason: string | null;
  };

/**
 * Claims a job whose items have all ended, for one consumer at a time. Returns no row when items are left or
 * another consumer holds the claim.
 */
export function claimClosing(build: Build, jobId: string, leaseSeconds: number) {
  return build.execute<ClosingRow>(sql`
    with closing as (
      update ${jobs} job set closing_until = now() + ${seconds(leaseSeconds)}, closings = job.closings + 1
      where job.id = ${jobId}::uuid and job.status = 'running'
        and (job.closing_until is null or job.closing_until < now())
        and not exists (select 1 from ${jobItems} item where item.job_id = job.id and item.status in ('waiting', 'running'))
      returning job.*
    )
    select closing.id, closing.kind, closing.title, closing.input, closing.created_by as "createdBy", closing.closings,
      (select reason from ${jobItems} item where item.job_id = closing.id and item.status = 'failed' order by item.id limit 1)
        as "itemReason", counts.*
    from closing cross join lateral (${countItems(sql`closing.id`)}) counts`);
}

/** Extends the lease, also after the job was canceled, so that it is not retried while its final step runs. */
export function renewClosing(
  build: Build,
  { id, closings }: Pick<ClosingRow, 'id' | 'closings'>,
  leaseSeconds: number,
) {
  return build.execute(sql`
    update ${jobs} set closing_until = now() + ${seconds(leaseSeconds)}
    where id = ${id}::uuid and status in ('running', 'cancelled') and closings = ${closings}::int`);
}

/** No effect if the job was canceled during closing. */
export function endJob(
  build: Build,
  { id, closings }: Pick<ClosingRow, 'id' | 'closings'>,
  end: { status: 'done' | 'failed'; reason: string | null; result: unknown },
) {
  const result = end.result === undefined ? null : JSON.stringify(end.result);
  return build.execute<{ id: string }>(sql`
    update ${jobs} set status = ${end.status}, finished_at = now(), closing_until = null, reason = ${end.reason},
      result = ${result}::jsonb
    where id = ${id}::uuid and status = 'running' and closings = ${closings}::int returning id`);
}

/** Releases the claim; the next cron run closes the job. */
export function releaseClosing(build: Build, { id, closings }: Pick<ClosingRow, 'id' | 'closings'>) {
  return build.execute(sql`
    update ${jobs} set closing_until = null where id = ${id}::uuid and closings = ${closings}::int`);
}
