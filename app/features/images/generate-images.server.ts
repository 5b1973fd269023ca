// Images for many articles, as a job of one item each.
import { z } from 'zod';
import { findIllustrated, purgeImage } from '~/features/articles/set-image.server';
import type { JobKind } from '~/features/jobs/job-kind';
import { startJob } from '~/features/jobs/start-job.server';
import { countOf } from '~/lib/count-of';
import { ConflictError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { prepareArticleImage } from './article-image.server';
import { countLacking, lackingAsItems } from './lacking-images-repo.server';

export const IMAGES_JOB = 'generate-images';

const NOTHING_LEFT = 'These articles have their images by now';

/**
 * Starts the job. Articles that have an image, are gone or in the Trash are left out.
 * @param ids null for every article without an image
 * @throws ConflictError when none is left
 */
export async function startGenerating(
  ctx: Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>,
  actor: { userId: string },
  ids: readonly string[] | null,
): Promise<{ id: string; total: number }> {
  const { db } = ctx;
  const [counted] = await db.read(countLacking(db.build, ids));
  const total = counted?.total ?? 0;
  if (total === 0) throw new ConflictError(NOTHING_LEFT);
  return startJob(ctx, {
    kind: generateImages,
    title: `Generate ${countOf(total, 'image')}`,
    items: lackingAsItems(ids),
    createdBy: actor.userId,
  });
}

/** The job's retries are the queue's: each attempt asks the provider once. */
const TRIES = 1;

/** What the list of a job's items says of it. */
const Item = z.object({ title: z.string() });

export const generateImages: JobKind<Record<never, never>> = {
  kind: IMAGES_JOB,
  capability: 'generate pictures',
  input: z.object({}),
  async run(ctx, { key, createdBy }) {
    const article = await findIllustrated(ctx, key);
    if (!article) return { status: 'skipped', reason: 'The article is gone or in the Trash.' };
    if (article.imageUrl) return { status: 'skipped', reason: 'It has an image already.' };
    const actor = createdBy === null ? null : { userId: createdBy };
    const made = await prepareArticleImage(ctx, actor, article, {}, TRIES).catch(failAtOnce);
    return {
      status: 'done',
      result: { url: made.url },
      statements: made.statements,
      after: () => purgeImage(ctx, article.id),
    };
  },
  show: ({ key, input }) => ({
    label: Item.safeParse(input).data?.title ?? 'An article',
    to: `/admin/articles/${key}/edit`,
  }),
  screen: (jobId) => ({ label: 'AI Images', to: `/admin/images?job=${jobId}` }),
};

/** Nobody waits until tomorrow: an item over the cap fails, and may be retried then. */
function failAtOnce(error: unknown): never {
  if (error instanceof TooManyError) throw new ConflictError(error.message, { cause: error });
  throw error;
}
