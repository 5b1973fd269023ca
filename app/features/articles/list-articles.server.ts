// Lists of published articles, a page at a time: of a category, a tag, an author, or all.
import { listAds } from '~/features/ads/ads.server';
import { countPublished, findCategory } from '~/features/categories/categories.server';
import { listCtas } from '~/features/ctas/ctas.server';
import { NotFoundError } from '~/lib/errors';
import type { ArticleListData, CategoryPageData, ListPosition } from './article-pages';
import {
  selectAuthor,
  selectNewest,
  selectOfAuthor,
  selectOfCategory,
  selectOfTag,
  selectTag,
} from './articles-repo.server';
import { byStanding, PAGE_SIZE, pageCount } from './list-order';
import { ALL_ARTICLES_TAG, authorTag, categoryTag, tagTag } from './page-tags';
import { createCardMaker, type PageContext } from './view-settings.server';

/** `page` null stands for a number that is none. */
type PageNumber = number | null;

const NO_SUCH_PAGE = 'There is no such page';

function offsetOf(page: PageNumber): number {
  if (page === null) throw new NotFoundError(NO_SUCH_PAGE);
  return (page - 1) * PAGE_SIZE;
}

function position(page: PageNumber, total: number): ListPosition {
  const pages = pageCount(total);
  if (page === null || page > pages) throw new NotFoundError(NO_SUCH_PAGE);
  return { page, pageCount: pages, total };
}

/** @throws NotFoundError when there is no such category or page */
export async function getCategoryPage(
  ctx: PageContext,
  slug: string,
  page: PageNumber,
): Promise<CategoryPageData> {
  const { db } = ctx;
  const offset = offsetOf(page);
  const [maker, category, rows, ads, ctas] = await Promise.all([
    createCardMaker(ctx),
    findCategory(ctx, slug),
    db.read(selectOfCategory(db.build, { slug, limit: PAGE_SIZE, offset })),
    listAds(ctx, ['category-sidebar'], { category: slug }),
    listCtas(ctx, { category: slug }),
  ]);
  if (!category) throw new NotFoundError("The category you're looking for doesn't exist");
  ctx.page.tag(categoryTag(slug));
  const where = position(page, category.articleCount);
  // Only the first page is sorted by standing: later ones go on by date.
  const cards = (where.page === 1 ? [...rows].sort(byStanding) : rows).map(maker.toCard);
  const [feature = null, ...rest] = where.page === 1 ? cards : [null, ...cards];
  return { ...where, category, feature, articles: rest.filter((card) => card !== null), ads, ctas };
}

export async function getAllStories(ctx: PageContext, page: PageNumber): Promise<ArticleListData> {
  ctx.page.tag(ALL_ARTICLES_TAG);
  const offset = offsetOf(page);
  const [maker, total, rows] = await Promise.all([
    createCardMaker(ctx),
    countPublished(ctx),
    ctx.db.read(selectNewest(ctx.db.build, { limit: PAGE_SIZE, offset })),
  ]);
  const where = position(page, total);
  return { kind: 'all', name: 'All Stories', slug: 'all', ...where, articles: rows.map(maker.toCard) };
}

/** @throws NotFoundError when there is no such tag or page */
export async function getTagPage(ctx: PageContext, slug: string, page: PageNumber): Promise<ArticleListData> {
  const { db } = ctx;
  const offset = offsetOf(page);
  const [maker, [tag], rows] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectTag(db.build, { slug })),
    db.read(selectOfTag(db.build, { slug, limit: PAGE_SIZE, offset })),
  ]);
  if (!tag) throw new NotFoundError("The tag you're looking for doesn't exist");
  ctx.page.tag(tagTag(slug));
  return {
    kind: 'tag',
    name: tag.name,
    slug,
    ...position(page, tag.total),
    articles: rows.map(maker.toCard),
  };
}

/**
 * Whoever has published nothing yet is nobody to readers: who is on the staff is not told.
 * @throws NotFoundError when there is no such author or page
 */
export async function getAuthorPage(
  ctx: PageContext,
  slug: string,
  page: PageNumber,
): Promise<ArticleListData> {
  const { db } = ctx;
  const offset = offsetOf(page);
  const [maker, [author], rows] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectAuthor(db.build, { slug })),
    db.read(selectOfAuthor(db.build, { slug, limit: PAGE_SIZE, offset })),
  ]);
  if (!author || author.total === 0) throw new NotFoundError("The author you're looking for doesn't exist");
  ctx.page.tag(authorTag(slug));
  return {
    kind: 'author',
    name: author.name,
    slug,
    ...position(page, author.total),
    articles: rows.map(maker.toCard),
  };
}
