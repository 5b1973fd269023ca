// Checks article ownership for route handlers that authors can use.
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import {
  ARTICLE_GONE,
  authorOnly,
  type Ownership,
  requireOwner,
  requireWritable,
  type Writer,
} from './own-articles';
import { selectOwnership } from './own-articles-repo.server';

/**
 * Passes without a query for users who may edit all articles.
 * @throws NotFoundError, ForbiddenError
 */
export function requireOwnArticle(ctx: Pick<AppContext, 'db'>, writer: Writer, id: string): Promise<void> {
  return requireArticle(ctx, writer, id, requireOwner);
}

/**
 * Stricter than `requireOwnArticle`: the author must still be able to edit the article.
 * @throws NotFoundError, ForbiddenError
 */
export function requireWritableArticle(
  ctx: Pick<AppContext, 'db'>,
  writer: Writer,
  id: string,
): Promise<void> {
  return requireArticle(ctx, writer, id, requireWritable);
}

/**
 * Checks the id that a form chose for its new article.
 * @throws ForbiddenError if it belongs to another user's article
 */
export async function requireOwnId(ctx: Pick<AppContext, 'db'>, writer: Writer, id: string): Promise<void> {
  if (authorOnly(writer) === null) return;
  const found = await findOwnership(ctx, id);
  if (found) requireOwner(writer, found);
}

async function requireArticle(
  ctx: Pick<AppContext, 'db'>,
  writer: Writer,
  id: string,
  refuse: (writer: Writer, found: Ownership) => void,
): Promise<void> {
  if (authorOnly(writer) === null) return;
  const found = await findOwnership(ctx, id);
  if (!found) throw new NotFoundError(ARTICLE_GONE);
  refuse(writer, found);
}

async function findOwnership({ db }: Pick<AppContext, 'db'>, id: string): Promise<Ownership | null> {
  const [found] = await db.read(selectOwnership(db.build, id));
  return found ?? null;
}
