// Generates an article's image. The image row and the article change commit in one transaction, so an article
// never shows a file that is missing; the previous image is kept for undo.
import {
  type ArticleForImage,
  findArticleForImage,
  imageStatements,
  purgeArticleImage,
} from '~/features/articles/bulk/set-image.server';
import { ConflictError, NotFoundError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import { type MakeContext, makeImage } from './generate-and-store.server';
import { countGenerated, markUndone, selectGenerated } from './generated-images-repo.server';

export type ArticleImageContext = MakeContext & Pick<AppContext, 'pageCache'>;

type Actor = { userId: string } | null;

/** `title` and `summary` override the stored ones, for an article with unsaved changes. */
export interface ArticleImageOptions {
  articleId: string;
  /** Replace an existing image. */
  regenerate: boolean;
  title?: string;
  summary?: string;
}

export interface GeneratedArticleImage {
  /** Pass to `undoArticleImage`. */
  id: string;
  url: string;
  alt: string;
}

/** Provider attempts while the editor waits for the response. */
const TRIES_WHILE_WAITING = 3;

const GONE = 'This article no longer exists';
const HAS_IMAGE = 'This article already has an image';
const CANNOT_UNDO = 'The image has changed since, so there is nothing to undo';

/**
 * @throws NotFoundError; ConflictError when the article already has an image or its image changed during
 * generation; TooManyError when the daily spending cap is reached; InvalidError and UnavailableError when the
 * provider returns no image
 */
export async function generateArticleImage(
  ctx: ArticleImageContext,
  actor: Actor,
  request: ArticleImageOptions,
): Promise<GeneratedArticleImage> {
  const article = await findArticleForImage(ctx, request.articleId);
  if (!article) throw new NotFoundError(GONE);
  if (article.imageUrl && !request.regenerate) throw new ConflictError(HAS_IMAGE);
  const { id, url, alt, statements, discard } = await prepareArticleImage(
    ctx,
    actor,
    article,
    request,
    TRIES_WHILE_WAITING,
  );
  try {
    await ctx.db.write(...statements);
  } catch (error) {
    await discard(error);
    throw error;
  }
  await purgeArticleImage(ctx, article.id);
  return { id, url, alt };
}

/**
 * Generates and stores the image, and returns the statements to commit in one transaction. Call `purgeArticleImage`
 * after the commit.
 * @param text overrides the stored title and summary, for an article with unsaved changes
 */
export async function prepareArticleImage(
  ctx: MakeContext,
  actor: Actor,
  article: ArticleForImage,
  text: { title?: string; summary?: string },
  tries: number,
): Promise<
  GeneratedArticleImage & { statements: Statement<unknown>[]; discard(error: unknown): Promise<void> }
> {
  const { db } = ctx;
  const [earlier] = await db.read(countGenerated(db.build, article.id));
  const subject = {
    ...article,
    title: text.title || article.title,
    summary: text.summary || article.summary,
  };
  const made = await makeImage(ctx, actor, subject, {
    folder: 'articles',
    variation: earlier?.total ?? 0,
    tries,
    articleId: article.id,
    previous: { url: article.imageUrl || null, alt: article.imageAlt },
  });
  const { id, url, alt, discard } = made;
  const statements = imageStatements(ctx, actor, article, { url, alt }, made.statements);
  return { id, url, alt, statements, discard };
}

/**
 * Restores the image the article had before the given one was generated.
 * @param id of the generated image
 * @throws NotFoundError; ConflictError when the article now has a different image
 */
export async function undoArticleImage(
  ctx: Pick<AppContext, 'db' | 'pageCache' | 'request' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db } = ctx;
  const [generated] = await db.read(selectGenerated(db.build, id));
  if (!generated?.articleId) throw new ConflictError(CANNOT_UNDO);
  const article = await findArticleForImage(ctx, generated.articleId);
  if (!article) throw new NotFoundError(GONE);
  if (article.imageUrl !== generated.url) throw new ConflictError(CANNOT_UNDO);
  const before = { url: generated.previousUrl, alt: generated.previousAlt };
  await db.write(...imageStatements(ctx, actor, article, before), markUndone(db.build, id, ctx.clock.now()));
  await purgeArticleImage(ctx, article.id);
}
