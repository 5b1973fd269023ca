// One job: progress, items, Cancel and Retry Failed.
import { data, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ITEM_STATUSES, type ItemStatus } from '~/features/jobs/job';
import { getJob, ITEMS_PER_PAGE, listItems, toProgress } from '~/features/jobs/jobs.server';
import { cancelJob, retryFailed } from '~/features/jobs/start-job.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { idParam } from '~/http/forms/url-params.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { KINDS } from '~/jobs/job-kinds';
import { requireOwnJob } from '~/jobs/own-job.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { formatDuration, formatMoment } from '~/lib/time/dates';
import { revalidateToConfirm } from '~/ui/revalidate';
import { JobPage } from './job-page';

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view?.title ?? 'Job' },
  { name: 'robots', content: 'noindex' },
];

export const shouldRevalidate = revalidateToConfirm;

export const loader = adminLoader('own jobs', async (visit) => {
  const { ctx, params, url } = visit;
  const id = idParam(params);
  await requireOwnJob(visit, id);
  const open = readDialog(url, { cancel: 'without id', retry: 'without id' });
  const status = toStatus(url.searchParams.get('status'));
  const page = pageNumber(url.searchParams.get('page'));
  const [{ timeZone }, job, items] = await Promise.all([
    getSiteSettings(ctx),
    getJob(ctx, id),
    listItems(ctx, id, status, page),
  ]);
  const ended = job.finishedAt ? Date.parse(job.finishedAt) : ctx.clock.now().getTime();
  const kind = KINDS[job.kind];
  const progress = toProgress(job);
  return data({
    id,
    title: job.title,
    who: job.createdByName,
    startedAt: job.createdAt,
    started: formatMoment(new Date(job.createdAt), timeZone),
    took: formatDuration(ended - Date.parse(job.createdAt)),
    reason: job.reason,
    screen: kind?.screen?.(id) ?? null,
    progress,
    left: progress.waiting + progress.running,
    items: items.map(({ key, input, title, ...item }) => ({
      id: item.id,
      status: item.status,
      attempts: item.attempts,
      reason: item.reason,
      ...(kind?.show?.({ key, input, title }) ?? { label: key }),
    })),
    status,
    page,
    pageCount: Math.ceil((status ? progress[status] : progress.total) / ITEMS_PER_PAGE),
    asksToCancel: open?.kind === 'cancel',
    asksToRetry: open?.kind === 'retry',
    retryWays: kind?.needsConfirmation ? confirmationMethods(visit) : null,
  });
});

function toStatus(text: string | null): ItemStatus | null {
  return ITEM_STATUSES.find((status) => status === text) ?? null;
}

/** @throws NotFoundError for another person's job that this person may not view */
async function ownJobId(visit: SignedInVisit): Promise<string> {
  const id = idParam(visit.params);
  await requireOwnJob(visit, id);
  return id;
}

export const action = adminForm({
  capability: 'own jobs',
  next: ({ params }) => `/admin/jobs/${idParam(params)}`,
  intents: {
    cancel: {
      failure: 'Failed to cancel job',
      async run(submission) {
        await cancelJob(submission.ctx, submission.viewer, await ownJobId(submission));
        return 'Job canceled';
      },
    },
    retry: {
      failure: 'Failed to retry',
      async run(submission) {
        const { ctx, viewer, confirm } = submission;
        const count = await retryFailed(ctx, KINDS, viewer, await ownJobId(submission), confirm);
        return count === 1 ? 'Retrying 1 item' : `Retrying ${count.toLocaleString('en-US')} items`;
      },
    },
  },
});

export default function Job() {
  return <JobPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load job" />;
}
