// Lists the articles without an image, for the AI Images screen.
import { findJob, findRunning, toProgress } from '~/features/jobs/jobs.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { formatDate } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { IMAGES_JOB } from './generate-images.server';
import { type ImagesView, MISSING_IMAGES_PER_PAGE } from './images-view';
import { countMissingImages, selectMissingImages } from './missing-images-repo.server';
import { getSpending } from './spending.server';

type ListContext = Pick<AppContext, 'db' | 'clock' | 'imageGenerator'>;

/**
 * One page of articles, newest first, with the status of their job items. All reads run in one round trip. A
 * page past the end has no articles.
 * @param page from 1
 * @param jobId of the job to show; null for the running one
 */
export async function listMissingImages(
  ctx: ListContext,
  page: number,
  jobId: string | null,
): Promise<ImagesView> {
  const { db, imageGenerator } = ctx;
  const shown = { kind: IMAGES_JOB, id: jobId };
  const [{ timeZone }, rows, [counted], spending, running, selected] = await Promise.all([
    getSiteSettings(ctx),
    db.read(
      selectMissingImages(db.build, shown, MISSING_IMAGES_PER_PAGE, (page - 1) * MISSING_IMAGES_PER_PAGE),
    ),
    db.read(countMissingImages(db.build, null)),
    getSpending(ctx),
    findRunning(ctx, IMAGES_JOB),
    jobId ? findJob(ctx, jobId) : null,
  ]);
  // A job that runs is shown instead of an earlier one, because nothing can be generated until it has ended.
  const job = jobId && (!running || running.id === jobId) ? selected : running;
  const total = counted?.total ?? 0;
  const { maker } = imageGenerator;
  return {
    articles: rows.map(({ work, reason, ...row }) => ({
      ...row,
      publishDate: formatDate(row.publishDate, timeZone),
      ...(isShown(work) ? { work, reason } : { work: null, reason: null }),
    })),
    total,
    page,
    pageCount: Math.max(1, Math.ceil(total / MISSING_IMAGES_PER_PAGE)),
    costs: {
      provider: maker?.provider ?? null,
      model: maker?.model ?? null,
      price: maker?.price ?? 0,
      ...spending,
    },
    // No job is shown if the selected one was pruned.
    job: job?.kind === IMAGES_JOB ? { id: job.id, title: job.title, progress: toProgress(job) } : null,
    isGenerating: running !== null,
  };
}

const SHOWN = ['waiting', 'running', 'failed'] as const;

function isShown(status: string | null): status is (typeof SHOWN)[number] {
  return SHOWN.some((each) => each === status);
}
