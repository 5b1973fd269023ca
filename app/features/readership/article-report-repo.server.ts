// SQL for the report of one article. It reads totals only, so its cost doesn't grow with the number of views.
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { readingDays, readingHours, readingTotals } from 'db/schema/readership';
import { eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Articles of the category that an article is compared with: the newest ones that are old enough. */
const MAX_COMPARED = 200;

export function selectReportedArticle(build: Build, id: string) {
  return build
    .select({
      title: articles.title,
      slug: articles.slug,
      content: articles.content,
      category: categories.name,
      publishedOn: sql<
        string | null
      >`to_char(magazine_day(${articles.firstPublishedAt}, magazine_zone()), 'YYYY-MM-DD')`,
      today: sql<string>`to_char(magazine_day(now(), magazine_zone()), 'YYYY-MM-DD')`,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .where(eq(articles.id, id));
}

export type FiguresRow = Record<string, unknown> & {
  views: number;
  readers: number;
  engagedSeconds: number;
  quarter1: number;
  quarter2: number;
  quarter3: number;
  quarter4: number;
  signUps: number;
  saves: number;
  shares: number;
  ctaClicks: number;
};

/** Always one row. */
export function selectArticleFigures(build: Build, id: string) {
  return build.execute<FiguresRow>(sql`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(readers), 0)::int as readers,
      coalesce(sum(engaged_seconds), 0)::float8 as "engagedSeconds", coalesce(sum(quarter1), 0)::int as quarter1,
      coalesce(sum(quarter2), 0)::int as quarter2, coalesce(sum(quarter3), 0)::int as quarter3,
      coalesce(sum(quarter4), 0)::int as quarter4, coalesce(sum(sign_ups), 0)::int as "signUps",
      coalesce(sum(saves), 0)::int as saves, coalesce(sum(shares), 0)::int as shares,
      coalesce(sum(cta_clicks), 0)::int as "ctaClicks"
    from ${readingDays} where article_id = ${id}::uuid`);
}

/** Days with at least one view, oldest first. */
export function selectArticleDays(build: Build, id: string, days: number) {
  return build.execute<{ day: string; views: number; engagedSeconds: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, views, engaged_seconds::float8 as "engagedSeconds" from ${readingDays}
    where article_id = ${id}::uuid and day > magazine_day(now(), magazine_zone()) - ${days}::int order by day`);
}

export function selectArticleSources(build: Build, id: string, limit: number) {
  return build.execute<{
    kind: string;
    name: string;
    views: number;
    engagedSeconds: number;
    signUps: number;
  }>(sql`
    select source_kind as kind, source as name, sum(views)::int as views, sum(engaged_seconds)::float8 as "engagedSeconds",
      sum(sign_ups)::int as "signUps"
    from ${readingTotals} where article_id = ${id}::uuid group by 1, 2 order by 3 desc, 1, 2 limit ${limit}::int`);
}

export function selectArticleDevices(build: Build, id: string) {
  return build.execute<{ name: string; views: number }>(sql`
    select device as name, sum(views)::int as views from ${readingTotals} where article_id = ${id}::uuid and device <> ''
    group by 1 having sum(views) > 0 order by 2 desc, 1`);
}

/**
 * Views of the article in its first days, and the median of its category's other articles over the same
 * number of days. No row for an article that was never published, has no category, or was published before
 * views were counted.
 * @param most days that are compared
 */
export function selectComparison(build: Build, id: string, most: number) {
  return build.execute<{ days: number; views: number; median: number; articles: number }>(sql`
    with counting as materialized (
      select min(day) as since from ${readingHours}
    ), own as materialized (
      select id, category_id, magazine_day(first_published_at, magazine_zone()) as since,
        least(${most}::int, magazine_day(now(), magazine_zone()) - magazine_day(first_published_at, magazine_zone()) + 1) as days
      from ${articles}, counting c where id = ${id}::uuid and category_id is not null
        and magazine_day(first_published_at, magazine_zone()) >= c.since
    ), others as materialized (
      select a.id, magazine_day(a.first_published_at, magazine_zone()) as since from ${articles} a, own, counting c
      where a.category_id = own.category_id and a.id <> own.id and a.status = 'published' and a.deleted_at is null
        and a.first_published_at between c.since + 1 and now() - make_interval(days => own.days)
      order by a.first_published_at desc, a.id desc limit ${MAX_COMPARED}::int
    ), counted as (
      select (select coalesce(sum(d.views), 0) from ${readingDays} d
        where d.article_id = o.id and d.day >= o.since and d.day < o.since + own.days) as views
      from others o, own
    )
    select own.days, (select coalesce(sum(d.views), 0)::int from ${readingDays} d
        where d.article_id = own.id and d.day >= own.since and d.day < own.since + own.days) as views,
      (select coalesce(percentile_cont(0.5) within group (order by c.views), 0)::float8 from counted c) as median,
      (select count(*)::int from counted) as articles
    from own`);
}
