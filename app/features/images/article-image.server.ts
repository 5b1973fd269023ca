// A generated picture for an article: made, stored, and set in one transaction, so that no article ever shows a file that
// is not there. What it replaced is kept for an undo.
import {
  findIllustrated,
  type Illustrated,
  imageStatements,
  purgeImage,
} from '~/features/articles/set-image.server';
import { ConflictError, NotFoundError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import { countGenerated, markUndone, selectGenerated } from './generated-images-repo.server';

import { type MakeContext, makeImage } from './make-image.server';

export type ArticleImageContext = MakeContext & Pick<AppContext, 'pages'>;

type Actor = { userId: string } | null;

/** Words stand in place of the article's own, for whoever is just writing others. */
export interface ArticleImageWish {
  articleId: string;
  /** Also where there is a picture already. */
  regenerate: boolean;
  title?: string;
  summary?: string;
}

export interface GeneratedArticleImage {
  /** For an undo. */
  id: string;
  url: string;
  alt: string;
}

/** How often a provider is asked while somebody waits. */
const TRIES_WHILE_WAITING = 3;

const GONE = 'There is no such article any more';
const HAS_ONE = 'This article has an image already';
const CANNOT_UNDO = 'The image was changed since, so there is nothing to undo';

/**
 * @throws NotFoundError; ConflictError when it has a picture already, or got another one meanwhile; TooManyError when
 * today's spending cap is reached; InvalidError and UnavailableError when none could be made
 */
export async function generateArticleImage(
  ctx: ArticleImageContext,
  actor: Actor,
  request: ArticleImageWish,
): Promise<GeneratedArticleImage> {
  const article = await findIllustrated(ctx, request.articleId);
  if (!article) throw new NotFoundError(GONE);
  if (article.imageUrl && !request.regenerate) throw new ConflictError(HAS_ONE);
  const { id, url, alt, statements, takeBack } = await prepareArticleImage(
    ctx,
    actor,
    article,
    request,
    TRIES_WHILE_WAITING,
  );
  try {
    await ctx.db.write(...statements);
  } catch (error) {
    await takeBack(error);
    throw error;
  }
  await purgeImage(ctx, article.id);
  return { id, url, alt };
}

/**
 * The picture in the store, and all that is to be written about it in one transaction; then `purgeImage`.
 * @param words in place of the article's own, where somebody is just writing others
 */
export async function prepareArticleImage(
  ctx: MakeContext,
  actor: Actor,
  article: Illustrated,
  words: { title?: string; summary?: string },
  tries: number,
): Promise<
  GeneratedArticleImage & { statements: Statement<unknown>[]; takeBack(error: unknown): Promise<void> }
> {
  const { db } = ctx;
  const [earlier] = await db.read(countGenerated(db.build, article.id));
  const subject = {
    ...article,
    title: words.title || article.title,
    summary: words.summary || article.summary,
  };
  const made = await makeImage(ctx, actor, subject, {
    folder: 'articles',
    variation: earlier?.total ?? 0,
    tries,
    articleId: article.id,
    previous: { url: article.imageUrl || null, alt: article.imageAlt },
  });
  const { id, url, alt, takeBack } = made;
  const statements = [...made.statements, ...imageStatements(ctx, actor, article, { url, alt })];
  return { id, url, alt, statements, takeBack };
}

/**
 * Gives the article back what it showed before a picture was generated.
 * @param id of the generated picture
 * @throws NotFoundError; ConflictError when the article shows another picture by now
 */
export async function undoArticleImage(
  ctx: Pick<AppContext, 'db' | 'pages' | 'request' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db } = ctx;
  const [generated] = await db.read(selectGenerated(db.build, id));
  if (!generated?.articleId) throw new ConflictError(CANNOT_UNDO);
  const article = await findIllustrated(ctx, generated.articleId);
  if (!article) throw new NotFoundError(GONE);
  if (article.imageUrl !== generated.url) throw new ConflictError(CANNOT_UNDO);
  const before = { url: generated.previousUrl, alt: generated.previousAlt };
  await db.write(...imageStatements(ctx, actor, article, before), markUndone(db.build, id, ctx.clock.now()));
  await purgeImage(ctx, article.id);
}
