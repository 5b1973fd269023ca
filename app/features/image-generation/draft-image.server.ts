// Generates an image for an unsaved article. The image goes to the media library; saving the form attaches
// it.
import { findCategoryLink } from '~/features/categories/categories.server';
import { parseInput } from '~/lib/parse-input';
import { type MakeContext, makeImage } from './generate-and-store.server';
import { DraftImageRequest } from './image-input';

const TRIES = 3;
/** Large enough that a repeated variation is unlikely. */
const VARIATIONS = 1_000_000;

/**
 * @throws InvalidError; TooManyError when today's spending cap is reached; UnavailableError
 */
export async function generateDraftImage(
  ctx: MakeContext,
  actor: { userId: string },
  input: unknown,
): Promise<{ url: string; alt: string }> {
  const { title, summary, categoryId } = parseInput(DraftImageRequest, input);
  const category = categoryId ? await findCategoryLink(ctx, categoryId) : null;
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const { name: categoryName = null, slug: categorySlug = null } = category ?? {};
  const subject = { title, summary, categoryName, categorySlug };
  const made = await makeImage(ctx, actor, subject, {
    folder: 'articles',
    variation: 1 + (seed % VARIATIONS),
    tries: TRIES,
  });
  try {
    await ctx.db.write(...made.statements);
  } catch (error) {
    await made.discard(error);
    throw error;
  }
  return { url: made.url, alt: made.alt };
}
