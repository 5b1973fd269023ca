// Whose article this is, asked before a door of an author's shows or takes anything.
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { authorOnly, type Ownership, refuseForeign, refuseUnwritable, type Writer } from './own-articles';
import { selectOwnership } from './own-articles-repo.server';

/**
 * Nothing is asked for whoever sees all articles anyway.
 * @throws NotFoundError, ForbiddenError
 */
export function requireOwnArticle(ctx: Pick<AppContext, 'db'>, writer: Writer, id: string): Promise<void> {
  return requireArticle(ctx, writer, id, refuseForeign);
}

/**
 * For what only whoever may still write the article may do with it; `requireOwnArticle` asks for less.
 * @throws NotFoundError, ForbiddenError
 */
export function requireWritableArticle(
  ctx: Pick<AppContext, 'db'>,
  writer: Writer,
  id: string,
): Promise<void> {
  return requireArticle(ctx, writer, id, refuseUnwritable);
}

/** For a form that says which id its new article will have. @throws ForbiddenError when that is somebody else's */
export async function refuseForeignId(
  ctx: Pick<AppContext, 'db'>,
  writer: Writer,
  id: string,
): Promise<void> {
  if (authorOnly(writer) === null) return;
  const found = await findOwnership(ctx, id);
  if (found) refuseForeign(writer, found);
}

async function requireArticle(
  ctx: Pick<AppContext, 'db'>,
  writer: Writer,
  id: string,
  refuse: (writer: Writer, found: Ownership) => void,
): Promise<void> {
  if (authorOnly(writer) === null) return;
  const found = await findOwnership(ctx, id);
  if (!found) throw new NotFoundError('This article does not exist any more.');
  refuse(writer, found);
}

async function findOwnership({ db }: Pick<AppContext, 'db'>, id: string): Promise<Ownership | null> {
  const [found] = await db.read(selectOwnership(db.build, id));
  return found ?? null;
}
