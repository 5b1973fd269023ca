// SQL for the dashboard. Totals come from counters that triggers maintain, so their cost doesn't grow with
// the data.
import { authorText } from 'db/article-authors';
import { adDays } from 'db/schema/ad-counts';
import { ads } from 'db/schema/ads';
import { articleCounts, articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { leads } from 'db/schema/leads';
import { mostRead, readingDays, readingHours } from 'db/schema/readership';
import { settings } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { YesterdayFigures } from './dashboard-view';

const SHOWN = 5;
const SECTIONS_SHOWN = 8;

const row = {
  id: articles.id,
  title: articles.title,
  author: authorText(),
  status: articles.status,
  createdAt: articles.createdAt,
  publishDate: articles.publishDate,
};

export function selectTotals(build: Build) {
  return build.execute<Record<'articles' | 'drafts' | 'popular' | 'categories' | 'tags', number>>(sql`
    select
      (select coalesce(sum(total), 0)::int from ${articleCounts} where status <> 'trash') as articles,
      (select coalesce(sum(total), 0)::int from ${articleCounts} where status = 'draft') as drafts,
      ((select count(*) from ${articles} where is_popular and deleted_at is null) + (
        select count(*) from ${mostRead} m join ${articles} a on a.id = m.article_id
        where m.is_popular and not a.is_popular and a.deleted_at is null))::int as popular,
      (select count(*)::int from ${categories}) as categories,
      (select count(*)::int from ${tags}) as tags`);
}

export function selectDrafts(build: Build) {
  return build
    .select(row)
    .from(articles)
    .where(and(eq(articles.status, 'draft'), isNull(articles.deletedAt)))
    .orderBy(desc(articles.createdAt), desc(articles.id))
    .limit(SHOWN);
}

export function selectLatest(build: Build) {
  return build
    .select(row)
    .from(articles)
    .where(isNull(articles.deletedAt))
    .orderBy(desc(articles.createdAt), desc(articles.id))
    .limit(SHOWN);
}

export function selectOwnTotals(build: Build, ownerId: string) {
  return build.execute<Record<'drafts' | 'published', number>>(sql`
    select count(*) filter (where status = 'draft')::int as drafts,
      count(*) filter (where status = 'published')::int as published
    from ${articles} where owner_id = ${ownerId}::uuid and deleted_at is null`);
}

export function selectOwnLatest(build: Build, ownerId: string) {
  return build
    .select(row)
    .from(articles)
    .where(and(eq(articles.ownerId, ownerId), isNull(articles.deletedAt)))
    .orderBy(desc(articles.createdAt), desc(articles.id))
    .limit(SHOWN);
}

/** Most articles first, without empty categories. */
export function selectSections(build: Build) {
  return build.execute<{ id: string | null; name: string | null; articles: number }>(sql`
    select ${categories.id}, ${categories.name}, sum(${articleCounts.total})::int as articles
    from ${articleCounts} left join ${categories} on ${categories.id} = ${articleCounts.categoryId}
    where ${articleCounts.status} <> 'trash'
    group by ${categories.id}, ${categories.name} having sum(${articleCounts.total}) > 0
    order by articles desc, ${categories.name} limit ${SECTIONS_SHOWN}`);
}

export function selectAdTotals(build: Build, days: number) {
  return build.execute<Record<'active' | 'impressions' | 'clicks', number>>(sql`
    select
      (select count(*)::int from ${ads} where active and (starts_at <= now()) is not false
        and (ends_at > now()) is not false) as active,
      coalesce(sum(d.impressions), 0)::float8 as impressions, coalesce(sum(d.clicks), 0)::float8 as clicks
    from ${adDays} d where d.day > magazine_day(now(), magazine_zone()) - ${days}::int`);
}

export function countActiveCtas(build: Build) {
  return build.select({ total: count() }).from(ctas).where(eq(ctas.active, true));
}

export function countSubscribers(build: Build) {
  return build.select({ total: count() }).from(leads).where(eq(leads.status, 'confirmed'));
}

/** Days in the magazine's time zone; days without leads are missing. */
export function selectLeadsByDay(build: Build, fallbackZone: string, days: number) {
  return build.execute<{ day: string; leads: number }>(sql`
    with zone as (
      select coalesce((select value->>'timeZone' from ${settings} where key = 'site'), ${fallbackZone}) as name
    )
    select to_char(${leads.createdAt} at time zone zone.name, 'YYYY-MM-DD') as day, count(*)::int as leads
    from ${leads}, zone where ${leads.createdAt} > now() - make_interval(days => ${days + 1}) group by 1`);
}

/**
 * The public article that brought the most sign-ups yesterday; if none did, the one that was read longest. No
 * row if nothing was counted.
 */
export function selectYesterday(build: Build) {
  return build.execute<Record<string, unknown> & YesterdayFigures>(sql`
    select a.title, d.sign_ups as "signUps", d.engaged_seconds::float8 as "engagedSeconds",
      (select coalesce(sum(h.sign_ups), 0)::int from ${readingHours} h where h.day = d.day) as "allSignUps"
    from (
      select * from ${readingDays}
      where day = magazine_day(now(), magazine_zone()) - 1 and (sign_ups > 0 or engaged_seconds > 0)
      order by sign_ups desc, engaged_seconds desc, article_id limit 20
    ) as d join ${articles} a on a.id = d.article_id and is_public(a.status, a.deleted_at)
    order by d.sign_ups desc, d.engaged_seconds desc, a.id limit 1`);
}
