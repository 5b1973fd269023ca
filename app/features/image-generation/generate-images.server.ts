// The job kind that generates images for many articles, one item per article.
import { z } from 'zod';
import { findArticleForImage, purgeArticleImage } from '~/features/articles/bulk/set-image.server';
import type { JobKind } from '~/features/jobs/job-kind';
import { startJob } from '~/features/jobs/start-job.server';
import { ConflictError, TooManyError } from '~/lib/errors';
import { countOf } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { prepareArticleImage } from './article-image.server';
import { countMissingImages, missingAsItems } from './missing-images-repo.server';

export const IMAGES_JOB = 'generate-images';

const NOTHING_LEFT = 'These articles already have images';

/**
 * Starts the job. Skips articles that have an image, are deleted or are in the Trash.
 * @param ids null for every article without an image
 * @throws ConflictError when no article is left; JobRunningError while such a job runs
 */
export async function startGenerating(
  ctx: Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>,
  actor: { userId: string },
  ids: readonly string[] | null,
): Promise<{ id: string; total: number }> {
  const { db } = ctx;
  const [counted] = await db.read(countMissingImages(db.build, ids));
  const total = counted?.total ?? 0;
  if (total === 0) throw new ConflictError(NOTHING_LEFT);
  return startJob(ctx, {
    kind: generateImages,
    title: `Generate ${countOf(total, 'image')}`,
    items: missingAsItems(ids),
    createdBy: actor.userId,
  });
}

/** The queue does the retries: each attempt asks the provider once. */
const TRIES = 1;

/** Item input, written by `missingAsItems`. */
const Item = z.object({ title: z.string() });

export const generateImages: JobKind<Record<never, never>> = {
  kind: IMAGES_JOB,
  capability: 'generate images',
  isShared: true,
  input: z.object({}),
  // Two jobs could each pay for an image of the same article.
  exclusion: () => ({ kinds: [IMAGES_JOB], message: 'Images are already being generated.' }),
  async run(ctx, { key, createdBy }) {
    const article = await findArticleForImage(ctx, key);
    if (!article) return { status: 'skipped', reason: 'The article was deleted or is in the Trash.' };
    if (article.imageUrl) return { status: 'skipped', reason: 'It already has an image.' };
    const actor = createdBy === null ? null : { userId: createdBy };
    const made = await prepareArticleImage(ctx, actor, article, {}, TRIES).catch(failWhenCapReached);
    return {
      status: 'done',
      result: { url: made.url },
      statements: made.statements,
      after: () => purgeArticleImage(ctx, article.id),
    };
  },
  show: ({ key, input }) => ({
    label: Item.safeParse(input).data?.title ?? 'An article',
    to: `/admin/articles/${key}/edit`,
  }),
  screen: (jobId) => ({ label: 'AI Images', to: `/admin/images?job=${jobId}` }),
};

/**
 * An item over the daily cap fails immediately instead of retrying until tomorrow. It can be retried by hand.
 */
function failWhenCapReached(error: unknown): never {
  if (error instanceof TooManyError) throw new ConflictError(error.message, { cause: error });
  throw error;
}
