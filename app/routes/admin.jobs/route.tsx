// The job list: running and recent jobs.

import { useLoaderData } from '@remix-run/react';
import { JOBS_PER_PAGE, listJobs, toProgress } from '~/features/jobs/jobs.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { formatDuration, formatMoment } from '~/lib/time/dates';
import { JobsPage } from './jobs-page';

export const meta = noIndexMeta('Jobs');

export const loader = adminLoader('jobs', async ({ ctx, url }) => {
  const page = pageNumber(url.searchParams.get('page'));
  const [{ timeZone }, { rows, total }] = await Promise.all([getSiteSettings(ctx), listJobs(ctx, page)]);
  const now = ctx.clock.now().getTime();
  return {
    jobs: rows.map((job) => ({
      id: job.id,
      title: job.title,
      who: job.createdByName,
      startedAt: job.createdAt,
      started: formatMoment(new Date(job.createdAt), timeZone),
      took: formatDuration((job.finishedAt ? Date.parse(job.finishedAt) : now) - Date.parse(job.createdAt)),
      progress: toProgress(job),
    })),
    page,
    pageCount: Math.ceil(total / JOBS_PER_PAGE),
  };
});
export const action = adminAction('jobs', () => new Response(null, { status: 405 }));

export default function Jobs() {
  return <JobsPage view={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load jobs" />;
}
