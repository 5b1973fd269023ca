// The newsroom's article list: everything that is written, whatever its state.
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import type { SiteSettings } from '~/features/settings/site-settings';
import { formatDate, formatMoment } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import { categoryImage } from './article-image';
import type { DeskQuery } from './desk-query';
import {
  type DeskRow,
  MOST_MATCHES,
  selectCategoryNames,
  selectCounts,
  selectDeskPage,
  selectTitles,
} from './desk-repo.server';
import type { DeskArticle, DeskView } from './desk-view';
import { daysLeft } from './trash-time';

type DeskContext = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * A page of the list, in one round trip. A page behind the last one has no articles; `pageCount` tells where the end is.
 * @param chosen ids that an open dialog is about
 * @param ownerId of an author, who sees their own articles alone; null for all
 */
export async function getDesk(
  ctx: DeskContext,
  query: DeskQuery,
  chosen: readonly string[],
  ownerId: string | null,
): Promise<DeskView> {
  const { db } = ctx;
  const [settings, found, counts, categories, titles] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectDeskPage(db.build, { ...query, ownerId })),
    db.read(selectCounts(db.build, ownerId)),
    db.read(selectCategoryNames(db.build)),
    chosen.length > 0 ? db.read(selectTitles(db.build, chosen, ownerId)) : [],
  ]);
  const matches = found.rows[0]?.total ?? 0;
  const isMore = query.search !== '' && matches > MOST_MATCHES;
  const total = isMore ? MOST_MATCHES : matches;
  const isThere = (row: { deletedAt: unknown }) => (row.deletedAt !== null) === (query.view === 'trash');
  return {
    query,
    articles: found.rows.filter(({ id }) => id !== null).map((row) => toDeskArticle(ctx, row, settings)),
    total,
    isMore,
    pageCount: Math.max(1, Math.ceil(total / query.pageSize)),
    categories,
    counts: counts.rows[0] ?? { articles: 0, trash: 0 },
    chosen: titles.filter(isThere).map(({ id, title }) => ({ id, title })),
  };
}

function toDeskArticle(ctx: DeskContext, row: DeskRow, settings: SiteSettings): DeskArticle {
  const { timeZone } = settings;
  const { id, slug, title, summary, status, isFeatured, isPopular, membersOnly, category, author } = row;
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
    membersOnly,
    category,
    author,
    publishDate: date(row.publishDate),
    publishAt: row.publishAt && formatMoment(new Date(row.publishAt), timeZone),
    wasPublished: row.wasPublished,
    deleted: row.deletedAt
      ? { date: date(row.deletedAt), daysLeft: daysLeft(new Date(row.deletedAt), ctx.clock.now()) }
      : null,
  };
}
