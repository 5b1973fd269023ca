// SQL for the most read articles of a period. Adding up all articles takes seconds for a large magazine, so each query finds the
// few that can be among the first, and adds up only those.
import { articles } from 'db/schema/articles';
import { articleReading, readingDays } from 'db/schema/readership';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ReadArticle } from './readership-report';
import { periodOf } from './readership-report-repo.server';
import type { Measure, ReadingRange } from './reading-range';

type Build = Database['build'];

const COLUMNS: Record<Measure, string> = { engaged: 'engaged_seconds', views: 'views' };
/** How many articles are read of each day: more if the days are few. */
const LISTED = 8_000;
const LEAST_LISTED = 50;
const MOST_LISTED = 500;

export function selectTopArticles(build: Build, range: ReadingRange, by: Measure, limit: number) {
  const column = sql.raw(COLUMNS[by]);
  const isSummed = range.name === '7' || range.name === '28' || range.name === '90';
  const chosen = isSummed ? mostOfSums(`${by}_${range.name}`, limit) : mostOfDays(column, range.days, limit);
  return build.execute<Record<string, unknown> & ReadArticle>(sql`
    with ${periodOf(range)}, ${chosen}
    select c.article_id as id, a.title, a.slug, s.views::float8 as views, s.readers::float8 as readers,
      s.engaged_seconds::float8 as "engagedSeconds", s.completed::float8 as completed, s.sign_ups::float8 as "signUps",
      coalesce(s.before, 0)::float8 as before
    from period p, chosen c left join ${articles} a on a.id = c.article_id, lateral (
      select sum(d.views) filter (where d.day >= p.first) as views, sum(d.readers) filter (where d.day >= p.first) as readers,
        sum(d.engaged_seconds) filter (where d.day >= p.first) as engaged_seconds,
        sum(d.quarter4) filter (where d.day >= p.first) as completed, sum(d.sign_ups) filter (where d.day >= p.first) as sign_ups,
        sum(d.${column}) filter (where d.day < p.first) as before
      from ${readingDays} d where d.article_id = c.article_id and d.day between p.before and p.last) as s
    where s.views > 0 or s.sign_ups > 0
    order by s.${column} desc, c.article_id`);
}

/** By the sums of the last days, which are kept in an index. */
function mostOfSums(column: string, limit: number): SQL {
  return sql`chosen as (
    select article_id from ${articleReading} order by ${sql.raw(column)} desc, article_id limit ${limit}::int)`;
}

/**
 * By days. Reads the first articles of each day. An article that is not among them has at most the figure of the last one, so the
 * sum of those is the most an unlisted article can have. Only if that is as much as the sum of the last article of the answer are
 * all articles added up.
 */
function mostOfDays(column: SQL, days: number, limit: number): SQL {
  const listed = Math.max(LEAST_LISTED, limit, Math.min(MOST_LISTED, Math.floor(LISTED / days)));
  return sql`listed as materialized (
    select t.day::date as day, l.article_id, l.figure
    from period p, generate_series(p.first, p.last, interval '1 day') as t (day), lateral (
      select d.article_id, d.${column} as figure from ${readingDays} d
      where d.day = t.day::date order by d.${column} desc, d.article_id limit ${listed}::int) as l
  ), unlisted as materialized (
    select day, case when count(*) = ${listed}::int then min(figure) else 0 end as most from listed group by day
  ), found as materialized (
    select article_id, sum(figure) as figure, sum(most) as covered from listed join unlisted using (day) group by article_id
  ), limits as materialized (
    select coalesce((select sum(most) from unlisted), 0) as unlisted,
      coalesce((select figure from found order by figure desc offset ${limit - 1}::int limit 1), 0) as least
  ), chosen as (
    select f.article_id, s.figure
    from period p, limits l, found f, lateral (
      select sum(d.${column}) as figure from ${readingDays} d
      where d.article_id = f.article_id and d.day between p.first and p.last) as s
    where (l.unlisted = 0 or l.unlisted < l.least) and f.figure + l.unlisted - f.covered >= l.least
    union all
    select d.article_id, sum(d.${column}) as figure
    from period p join ${readingDays} d on d.day between p.first and p.last
    where (select unlisted > 0 and unlisted >= least from limits)
    group by d.article_id
    order by figure desc, article_id limit ${limit}::int)`;
}
