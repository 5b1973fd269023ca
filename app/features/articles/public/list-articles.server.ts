// Pages of published articles: by category, tag or author, and all.
import { listSlotAds } from '~/features/ads/serving/list-slot-ads.server';
import { ALL_ARTICLES_TAG, authorTag, categoryTag, tagTag } from '~/features/cache-tags/cache-tags';
import { countPublished, findCategory } from '~/features/categories/categories.server';
import { listCategoryCtas } from '~/features/ctas/ctas.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import { formatDate } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import type { ArticleStatus } from '../article';
import type { ArticleListData, CategoryPageData, ListPosition } from './article-pages';
import { createCardMaker, type PageContext } from './card-maker.server';
import { byRank, PAGE_SIZE, pageCount } from './list-order';
import { selectNewestOfAll } from './newest-articles-repo.server';
import {
  selectAuthor,
  selectNewest,
  selectOfAuthor,
  selectOfCategory,
  selectOfTag,
  selectTag,
} from './public-articles-repo.server';

/** A row of the content dashboard. */
export interface NewestArticle {
  id: string;
  title: string;
  slug: string;
  author: string;
  status: ArticleStatus;
  categoryName: string | null;
  /** `Jan 5, 2025`. */
  date: string;
}

/** Number from the specification. */
const NEWEST_SHOWN = 50;

/** The newest 50 articles of any status by publish date, excluding the Trash. */
export async function listNewestArticles(ctx: Pick<AppContext, 'db'>): Promise<NewestArticle[]> {
  const { db } = ctx;
  const [{ timeZone }, rows] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectNewestOfAll(db.build, NEWEST_SHOWN)),
  ]);
  return rows.map(({ publishDate, ...row }) => ({ ...row, date: formatDate(publishDate, timeZone) }));
}

/** Null if `?page=` is not a valid number. */
type PageNumber = number | null;

const NO_SUCH_PAGE = 'This page does not exist';

function offsetOf(page: PageNumber): number {
  if (page === null) throw new NotFoundError(NO_SUCH_PAGE);
  return (page - 1) * PAGE_SIZE;
}

function position(page: PageNumber, total: number): ListPosition {
  const pages = pageCount(total);
  if (page === null || page > pages) throw new NotFoundError(NO_SUCH_PAGE);
  return { page, pageCount: pages, total };
}

/** @throws NotFoundError if the category or the page doesn't exist */
export async function getCategoryPage(
  ctx: PageContext,
  slug: string,
  page: PageNumber,
): Promise<CategoryPageData> {
  const { db } = ctx;
  const offset = offsetOf(page);
  const [maker, found, rows, ads, ctas] = await Promise.all([
    createCardMaker(ctx),
    findCategory(ctx, slug),
    db.read(selectOfCategory(db.build, { slug, limit: PAGE_SIZE, offset })),
    listSlotAds(ctx, ['category-sidebar'], { category: slug }),
    listCategoryCtas(ctx, slug),
  ]);
  if (!found) throw new NotFoundError("The category you're looking for doesn't exist");
  const { seo, ...category } = found;
  ctx.page.tag(categoryTag(slug));
  const where = position(page, category.articleCount);
  // Only the first page is sorted by rank; later pages continue by date.
  const cards = (where.page === 1 ? [...rows].sort(byRank) : rows).map(maker.toCard);
  const [feature = null, ...rest] = where.page === 1 ? cards : [null, ...cards];
  return {
    ...where,
    category,
    // The search fields apply only to the first page, except that hiding from search applies to every page.
    seo: where.page === 1 ? seo : seo.hideFromSearch ? { hideFromSearch: 'on' } : {},
    feature,
    articles: rest.filter((card) => card !== null),
    ads,
    ctas,
  };
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

/** @throws NotFoundError if the tag or the page doesn't exist */
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
 * Authors without published articles are not found, so that staff accounts are not disclosed.
 * @throws NotFoundError if the author or the page doesn't exist
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
    profile: author.profile,
    ...position(page, author.total),
    articles: rows.map(maker.toCard),
  };
}
