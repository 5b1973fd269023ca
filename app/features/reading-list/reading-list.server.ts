// Reading lists: each account has one list of articles saved for later.
import type { Viewer } from '~/features/accounts/account';
import type { PageCard } from '~/features/articles/public/article-view';
import { createCardMaker, type PageContext } from '~/features/articles/public/card-maker.server';
import { PAGE_SIZE, pageCount } from '~/features/articles/public/list-order';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { countList, deleteSaved, insertSaved, selectList, selectSaved } from './reading-list-repo.server';

type Reader = Pick<Viewer, 'userId'>;

export interface ReadingList {
  articles: PageCard[];
  total: number;
  page: number;
  pageCount: number;
}

const NO_ARTICLE = "The article you're looking for doesn't exist";

/** @throws NotFoundError if no published article has this slug */
export async function saveForLater(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { userId }: Reader,
  slug: string,
): Promise<void> {
  const stored = await db.writeOne(insertSaved(db.build, userId, slug, clock.now()));
  if (stored.rows.length === 0) throw new NotFoundError(NO_ARTICLE);
}

/** Does nothing if the article isn't on the list. */
export async function removeSaved(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Reader,
  slug: string,
): Promise<void> {
  await db.write(deleteSaved(db.build, userId, slug));
}

/** Whether a published article is on the list; null if no published article has this slug. */
export async function findSaved(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Reader,
  slug: string,
): Promise<{ title: string; saved: boolean } | null> {
  const [found] = await db.read(selectSaved(db.build, userId, slug));
  return found ?? null;
}

/** Most recently saved first, 20 per page. A page number beyond the last page returns the last page. */
export async function getReadingList(
  ctx: PageContext,
  { userId }: Reader,
  requested: number,
): Promise<ReadingList> {
  const { db } = ctx;
  const pageAt = (page: number) => db.read(selectList(db.build, userId, PAGE_SIZE, (page - 1) * PAGE_SIZE));
  const [maker, [counted], rows] = await Promise.all([
    createCardMaker(ctx),
    db.read(countList(db.build, userId)),
    pageAt(requested),
  ]);
  const total = counted?.total ?? 0;
  const pages = pageCount(total);
  const page = Math.min(requested, pages);
  const shown = page === requested ? rows : await pageAt(page);
  return { articles: shown.map(maker.toCard), total, page, pageCount: pages };
}
