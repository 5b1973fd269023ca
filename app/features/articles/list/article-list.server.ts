// Loads the admin article list.
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import type { SiteSettings } from '~/features/settings/site-settings';
import { joinNames } from '~/lib/text';
import { formatDate, formatMoment } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { daysLeft } from '../article';
import { categoryImage } from '../article-image';
import type { ArticleListQuery } from './article-list-query';
import {
  type ArticleListRow,
  MAX_MATCHES,
  selectArticleChoices,
  selectArticleCounts,
  selectArticleListPage,
  selectCategoryNames,
  selectTitles,
} from './article-list-repo.server';
import type { ArticleChoice, ArticleListView, ListedArticle } from './article-list-view';

type ArticleListContext = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * Loads a page of the list in one round trip. A page after the last one is empty; `pageCount` gives the last
 * page.
 * @param chosen ids that an open dialog is about
 * @param ownerId limits the list to this author's articles; null for all
 */
export async function getArticleList(
  ctx: ArticleListContext,
  query: ArticleListQuery,
  chosen: readonly string[],
  ownerId: string | null,
): Promise<ArticleListView> {
  const { db } = ctx;
  const [settings, found, counts, categories, titles] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectArticleListPage(db.build, { ...query, ownerId })),
    db.read(selectArticleCounts(db.build, ownerId)),
    db.read(selectCategoryNames(db.build)),
    chosen.length > 0 ? db.read(selectTitles(db.build, chosen, ownerId)) : [],
  ]);
  const matches = found.rows[0]?.total ?? 0;
  const isMore = query.search !== '' && matches > MAX_MATCHES;
  const total = isMore ? MAX_MATCHES : matches;
  const isListed = (row: { deletedAt: unknown }) => (row.deletedAt !== null) === (query.view === 'trash');
  return {
    query,
    articles: found.rows.filter(({ id }) => id !== null).map((row) => toListedArticle(ctx, row, settings)),
    total,
    isMore,
    corrected: found.rows[0]?.corrected ?? null,
    pageCount: Math.max(1, Math.ceil(total / query.pageSize)),
    categories,
    counts: counts.rows[0] ?? { articles: 0, trash: 0 },
    chosen: titles.filter(isListed).map(({ id, title }) => ({ id, title })),
  };
}

/**
 * The best matches for a text, in all statuses and outside the Trash. Fewer than two characters match nothing.
 * @param ownerId as in `getArticleList`
 * @param withPublished also finds published articles of other people
 */
export async function listArticleChoices(
  { db }: Pick<AppContext, 'db'>,
  search: string,
  ownerId: string | null,
  withPublished = false,
): Promise<ArticleChoice[]> {
  if (search.length < 2) return [];
  return (await db.read(selectArticleChoices(db.build, search, { ownerId, withPublished }))).rows;
}

function toListedArticle(
  ctx: ArticleListContext,
  row: ArticleListRow,
  settings: SiteSettings,
): ListedArticle {
  const { timeZone } = settings;
  const { id, slug, title, summary, status, isFeatured, isPopular, membersOnly, category, authors } = row;
  const date = (text: string) => formatDate(new Date(text), timeZone);
  return {
    id: id ?? '',
    slug,
    title,
    summary,
    image: categoryImage(row.imageUrl, row.categorySlug, blockedHostsOf(settings, ctx)),
    status,
    isFeatured,
    isPopular,
    views: row.views,
    minutes: row.minutes,
    membersOnly,
    category,
    author: joinNames(authors),
    publishDate: date(row.publishDate),
    publishAt: row.publishAt && formatMoment(new Date(row.publishAt), timeZone),
    wasPublished: row.wasPublished,
    deleted: row.deletedAt
      ? { date: date(row.deletedAt), daysLeft: daysLeft(new Date(row.deletedAt), ctx.clock.now()) }
      : null,
  };
}
