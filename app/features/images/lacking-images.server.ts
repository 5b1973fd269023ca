// The articles that have no picture yet.
import { findRunning, getJob, toProgress } from '~/features/jobs/jobs.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { formatDate } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { IMAGES_JOB } from './generate-images.server';
import { type ImagesView, LACKING_PER_PAGE } from './images-view';
import { countLacking, selectLacking } from './lacking-images-repo.server';
import { getSpending } from './spending.server';

type ListContext = Pick<AppContext, 'db' | 'clock' | 'imageGenerator'>;

/**
 * A page of them, the newest first, with what a job does about them; in one round trip. Pages count from 1; one behind
 * the last has no articles.
 * @param jobId of the job to show; null for the one that runs
 */
export async function listLackingImages(
  ctx: ListContext,
  page: number,
  jobId: string | null,
): Promise<ImagesView> {
  const { db, imageGenerator } = ctx;
  const shown = { kind: IMAGES_JOB, id: jobId };
  const [{ timeZone }, rows, [counted], spending, job] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectLacking(db.build, shown, LACKING_PER_PAGE, (page - 1) * LACKING_PER_PAGE)),
    db.read(countLacking(db.build, null)),
    getSpending(ctx),
    findShownJob(ctx, jobId),
  ]);
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
    pageCount: Math.max(1, Math.ceil(total / LACKING_PER_PAGE)),
    costs: {
      provider: maker?.provider ?? null,
      model: maker?.model ?? null,
      price: maker?.price ?? 0,
      ...spending,
    },
    job: job && { id: job.id, title: job.title, progress: toProgress(job) },
  };
}

const SHOWN = ['waiting', 'running', 'failed'] as const;

function isShown(status: string | null): status is (typeof SHOWN)[number] {
  return SHOWN.some((each) => each === status);
}

async function findShownJob(ctx: Pick<AppContext, 'db'>, jobId: string | null) {
  if (!jobId) return findRunning(ctx, IMAGES_JOB);
  try {
    const job = await getJob(ctx, jobId);
    return job.kind === IMAGES_JOB ? job : null;
  } catch (error) {
    // Pruned since: the list is there all the same.
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
