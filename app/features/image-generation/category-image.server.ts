// The category banner image: generated on the first request for it, then stored.
import { categoryImageStatement, purgeCategoryImage } from '~/features/categories/manage-categories.server';
import { callerKey } from '~/lib/caller-key';
import { NotFoundError, TooManyError, UnavailableError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { pause } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';
import { type MakeContext, makeImage } from './generate-and-store.server';
import {
  claimCategory,
  endClaim,
  failClaim,
  selectCategoryByName,
  selectClaim,
} from './generated-images-repo.server';
import { CategoryImageRequest } from './image-input';

type CategoryImageContext = MakeContext & Pick<AppContext, 'pageCache' | 'limits' | 'waitUntil'>;
type Category = Awaited<ReturnType<typeof selectCategoryByName>>[number];

const TRIES = 2;
/** Longer than any generation takes, so an expired claim means its process died. */
const CLAIM_MS = 3 * 60_000;
/** Pause after a failure. Requests during it get 503 and do not reach the provider. */
const PAUSE_MS = 10 * 60_000;
/** Requests that arrive during generation poll the database for up to 30 s (60 × 500 ms). */
const MAX_POLLS = 60;
const POLL_INTERVAL_MS = 500;

const NO_CATEGORY = 'There is no such category';
const NO_IMAGE = 'This category has no image';
const NO_IMAGE_NOW = 'No image is available for this category right now. Please try again later.';

/**
 * Returns the site-relative URL of the category's image. Concurrent requests share one generation.
 * @throws InvalidError; TooManyError when the caller exceeds the rate limit; NotFoundError; UnavailableError
 * when no image can be generated
 */
export async function getCategoryImage(ctx: CategoryImageContext, input: unknown): Promise<string> {
  if (!(await ctx.limits.categoryImages.allow(callerKey(ctx.request.address))))
    throw new TooManyError('Too many requests. Please wait a minute before trying again.', 60);
  const { categoryName } = parseInput(CategoryImageRequest, input);
  const category = await findCategory(ctx, categoryName);
  if (!category) throw new NotFoundError(NO_CATEGORY);
  if (category.withoutImage) throw new NotFoundError(NO_IMAGE);
  if (category.imageUrl) return category.imageUrl;
  if (category.generatedUrl) return restoreGenerated(ctx, category, category.generatedUrl);
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await ctx.db.writeOne(claimCategory(ctx.db.build, category.id, now, until));
  if (claimed.rows.length === 0) return waitForOther(ctx, category);
  const making = generate(ctx, category);
  // Generation finishes even if the client disconnects.
  ctx.waitUntil(making.catch(() => {}));
  return making;
}

async function findCategory({ db }: Pick<AppContext, 'db'>, name: string): Promise<Category | null> {
  const [found = null] = await db.read(selectCategoryByName(db.build, name));
  return found;
}

/** The category lost its image, for example in a restore: use the one that was generated before. */
async function restoreGenerated(
  ctx: CategoryImageContext,
  { id, slug }: Category,
  url: string,
): Promise<string> {
  await ctx.db.write(categoryImageStatement(ctx, id, url));
  await purgeCategoryImage(ctx, slug);
  return url;
}

async function generate(ctx: CategoryImageContext, category: Category): Promise<string> {
  const { db } = ctx;
  const { id, slug, name, description } = category;
  try {
    const subject = { title: name, summary: description, categoryName: name, categorySlug: slug };
    const made = await makeImage(ctx, null, subject, {
      folder: 'categories',
      variation: 0,
      tries: TRIES,
      categoryId: id,
    });
    try {
      await db.write(...made.statements, categoryImageStatement(ctx, id, made.url), endClaim(db.build, id));
    } catch (error) {
      await made.discard(error);
      throw error;
    }
  } catch (error) {
    ctx.log.write({ event: 'failure', where: 'category image', reason: String(error) });
    await db.write(failClaim(db.build, id, new Date(ctx.clock.now().getTime() + PAUSE_MS)));
    // The cause is logged above; the public response does not reveal it.
    throw new UnavailableError(NO_IMAGE_NOW, { cause: error });
  }
  await purgeCategoryImage(ctx, slug);
  const stored = await findCategory(ctx, name);
  if (!stored?.imageUrl) throw new NotFoundError(stored ? NO_IMAGE : NO_CATEGORY);
  return stored.imageUrl;
}

async function waitForOther(ctx: CategoryImageContext, { id, name }: Category): Promise<string> {
  const { db } = ctx;
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const [category, [claim]] = await Promise.all([
      findCategory(ctx, name),
      db.read(selectClaim(db.build, id)),
    ]);
    if (category?.imageUrl) return category.imageUrl;
    if (!category || !claim || claim.failures > 0) break;
    await pause(POLL_INTERVAL_MS);
  }
  throw new UnavailableError(NO_IMAGE_NOW);
}
