// The picture of a category's banner: generated once, when the first reader asks for it, and kept.
import { categoryImageStatement, purgeCategoryImage } from '~/features/categories/category-image.server';
import { callerKey } from '~/lib/caller-key';
import { ConflictError, NotFoundError, TooManyError, UnavailableError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import {
  claimCategory,
  endClaim,
  failClaim,
  selectCategoryByName,
  selectClaim,
} from './generated-images-repo.server';
import { CategoryImageRequest } from './image-input';
import { type MakeContext, makeImage } from './make-image.server';

type CategoryImageContext = MakeContext & Pick<AppContext, 'pages' | 'limits' | 'waitUntil'>;
type Category = Awaited<ReturnType<typeof selectCategoryByName>>[number];

const TRIES = 2;
/** Longer than any generation takes: after that whoever claimed it is dead. */
const CLAIM_MS = 3 * 60_000;
/** A provider that failed is left in peace for a while, however many readers come. */
const PAUSE_MS = 10 * 60_000;
/** Who comes while the picture is being made looks again so often. */
const LOOKS = 60;
const LOOK_EVERY_MS = 500;

const NO_CATEGORY = 'There is no such category';
const NOT_NOW = 'There is no picture for this category right now. Please try again later.';

/**
 * The address of the category's picture, site-relative. However many ask at once, one is generated.
 * @throws InvalidError; TooManyError for a caller who asks too often; NotFoundError when there is no such category;
 * UnavailableError when no picture can be made now
 */
export async function getCategoryImage(ctx: CategoryImageContext, input: unknown): Promise<string> {
  if (!(await ctx.limits.categoryImages.allow(callerKey(ctx.request.address))))
    throw new TooManyError('Too many requests. Please wait a minute before trying again.', 60);
  const { categoryName } = parseInput(CategoryImageRequest, input);
  const category = await findCategory(ctx, categoryName);
  if (!category) throw new NotFoundError(NO_CATEGORY);
  if (category.imageUrl) return category.imageUrl;
  if (category.generatedUrl) return putBack(ctx, category, category.generatedUrl);
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const [claimed] = await ctx.db.write(claimCategory(ctx.db.build, category.id, now, until));
  if (claimed.rows.length === 0) return waitForOther(ctx, category);
  const making = generate(ctx, category);
  // It is finished even when the reader who began it is gone.
  ctx.waitUntil(making.catch(() => {}));
  return making;
}

async function findCategory({ db }: Pick<AppContext, 'db'>, name: string): Promise<Category | null> {
  const [found = null] = await db.read(selectCategoryByName(db.build, name));
  return found;
}

/** An editor emptied the field: the category shows what was generated for it. */
async function putBack(ctx: CategoryImageContext, { id, slug }: Category, url: string): Promise<string> {
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
      await made.takeBack(error);
      throw error;
    }
  } catch (error) {
    ctx.log.write({ event: 'failure', where: 'category image', reason: String(error) });
    await db.write(failClaim(db.build, id, new Date(ctx.clock.now().getTime() + PAUSE_MS)));
    // What is wrong is the magazine's business, not the reader's.
    throw new UnavailableError(NOT_NOW, { cause: error });
  }
  await purgeCategoryImage(ctx, slug);
  const stored = await findCategory(ctx, name);
  if (!stored?.imageUrl) throw new ConflictError(NO_CATEGORY);
  return stored.imageUrl;
}

async function waitForOther(ctx: CategoryImageContext, { id, name }: Category): Promise<string> {
  const { db } = ctx;
  for (let look = 0; look < LOOKS; look += 1) {
    const [category, [claim]] = await Promise.all([
      findCategory(ctx, name),
      db.read(selectClaim(db.build, id)),
    ]);
    if (category?.imageUrl) return category.imageUrl;
    if (!category || !claim || claim.failures > 0) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new UnavailableError(NOT_NOW);
}
