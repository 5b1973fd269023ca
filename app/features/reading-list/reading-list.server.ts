// What people keep to read later: one list per account, on all their devices.
import type { Viewer } from '~/features/accounts/account';
import type { ArticleCard } from '~/features/articles/article-view';
import { PAGE_SIZE, pageCount } from '~/features/articles/list-order';
import { createCardMaker, type PageContext } from '~/features/articles/view-settings.server';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { countList, deleteSaved, insertSaved, selectList, selectSaved } from './reading-list-repo.server';

type Reader = Pick<Viewer, 'userId'>;

export interface ReadingList {
  articles: ArticleCard[];
  total: number;
  page: number;
  pageCount: number;
}

const NO_ARTICLE = "The article you're looking for doesn't exist";

/** @throws NotFoundError when readers see no article of this slug */
export async function saveForLater(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { userId }: Reader,
  slug: string,
): Promise<void> {
  const [kept] = await db.write(insertSaved(db.build, userId, slug, clock.now()));
  if (kept.rows.length === 0) throw new NotFoundError(NO_ARTICLE);
}

/** What is not on the list stays off it. */
export async function removeSaved(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Reader,
  slug: string,
): Promise<void> {
  await db.write(deleteSaved(db.build, userId, slug));
}

/** Of an article that readers see; null for any other. */
export async function findSaved(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Reader,
  slug: string,
): Promise<{ title: string; saved: boolean } | null> {
  const [found] = await db.read(selectSaved(db.build, userId, slug));
  return found ?? null;
}

/** The newest saved first, 20 to a page; a page beyond the last is the last. */
export async function getReadingList(
  ctx: PageContext,
  { userId }: Reader,
  asked: number,
): Promise<ReadingList> {
  const { db } = ctx;
  const pageAt = (page: number) => db.read(selectList(db.build, userId, PAGE_SIZE, (page - 1) * PAGE_SIZE));
  const [maker, [counted], rows] = await Promise.all([
    createCardMaker(ctx),
    db.read(countList(db.build, userId)),
    pageAt(asked),
  ]);
  const total = counted?.total ?? 0;
  const pages = pageCount(total);
  const page = Math.min(asked, pages);
  const shown = page === asked ? rows : await pageAt(page);
  return { articles: shown.map(maker.toCard), total, page, pageCount: pages };
}
