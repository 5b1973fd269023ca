// SQL for what is read most in a period: articles, and groups such as authors and sources. Adding up everything takes seconds for
// a large magazine, so each query finds the few rows that can be among the first, and adds up only those.
import { isShownTo } from 'db/public-articles';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleReading, readingDays, readingGroups } from 'db/schema/readership';
import { tags } from 'db/schema/tags';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { GroupKind, ReadArticle, ReadingFigures } from './readership-report';
import { MEASURE_COLUMNS, periodOf } from './readership-report-repo.server';
import type { Measure, ReadingRange } from './reading-range';

/** Rows to read for the whole period, divided among its days within the limits below. */
const LISTED = 8_000;
const MIN_LISTED = 50;
const MAX_LISTED = 500;

/** @param seesAll the viewer may see the titles of articles that are not public */
export function selectTopArticles(
  build: Build,
  range: ReadingRange,
  by: Measure,
  { limit, seesAll }: { limit: number; seesAll: boolean },
) {
  const column = MEASURE_COLUMNS[by];
  const ranking = { table: sql`${readingDays}`, key: sql.raw('article_id'), where: sql`true`, column };
  const { name, days } = range;
  const chosen =
    name === '7' || name === '28' || name === '90'
      ? mostOfSums(by, name, limit)
      : mostOfDays(ranking, days, limit);
  return build.execute<Record<string, unknown> & ReadArticle>(sql`
    with ${periodOf(range)}, ${chosen}
    select c.key as id, a.title, a.slug, s.views::float8 as views, s.readers::float8 as readers,
      s.engaged_seconds::float8 as "engagedSeconds", s.completed::float8 as completed, s.sign_ups::float8 as "signUps",
      coalesce(s.before, 0)::float8 as before
    from period p, chosen c left join ${articles} a on a.id = c.key and ${isShownTo(seesAll)}, lateral (
      select sum(d.views) filter (where d.day >= p.first) as views, sum(d.readers) filter (where d.day >= p.first) as readers,
        sum(d.engaged_seconds) filter (where d.day >= p.first) as engaged_seconds,
        sum(d.quarter4) filter (where d.day >= p.first) as completed, sum(d.sign_ups) filter (where d.day >= p.first) as sign_ups,
        sum(d.${column}) filter (where d.day < p.first) as before
      from ${readingDays} d where d.article_id = c.key and d.day between p.before and p.last) as s
    where s.views > 0 or s.sign_ups > 0
    order by s.${column} desc, c.key`);
}

/**
 * By the sums of the last days, which are kept in an index. Every article has a row, also if it has no views.
 * Leaves out articles with sign-ups but no counted view.
 */
function mostOfSums(by: Measure, days: '7' | '28' | '90', limit: number): SQL {
  const [column, views] = [sql.raw(`${by}_${days}`), sql.raw(`views_${days}`)];
  return sql`chosen as (
    select article_id as key from ${articleReading} where ${views} > 0 order by ${column} desc, article_id limit ${limit}::int)`;
}

const NAMED: Partial<Record<GroupKind, SQL>> = {
  category: sql`(select name from ${categories} where id::text = c.key)`,
  author: sql`(select name from ${authors} where id::text = c.key)`,
  tag: sql`(select name from ${tags} where id::text = c.key)`,
};

export type GroupRow = Record<string, unknown> &
  ReadingFigures & { name: string; title: string | null; before: number };

/**
 * The groups with the highest figures. `title` is the name of the category, author or tag; null if it was
 * deleted.
 * @param kind `source` includes campaigns, newsletters and this site's own pages
 */
export function selectGroups(
  build: Build,
  kind: GroupKind | 'source',
  range: ReadingRange,
  by: Measure,
  limit: number,
) {
  const column = MEASURE_COLUMNS[by];
  const where = sql`d.kind = ${kind}`;
  const ranking = { table: sql`${readingGroups}`, key: sql.raw('name'), where, column };
  return build.execute<GroupRow>(sql`
    with ${periodOf(range)}, ${mostOfDays(ranking, range.days, limit)}
    select c.key as name, ${kind === 'source' ? sql`null` : (NAMED[kind] ?? sql`null`)} as title, s.views::float8 as views,
      s.engaged_seconds::float8 as "engagedSeconds", s.sign_ups::float8 as "signUps", coalesce(s.before, 0)::float8 as before
    from period p, chosen c, lateral (
      select sum(d.views) filter (where d.day >= p.first) as views,
        sum(d.engaged_seconds) filter (where d.day >= p.first) as engaged_seconds,
        sum(d.sign_ups) filter (where d.day >= p.first) as sign_ups, sum(d.${column}) filter (where d.day < p.first) as before
      from ${readingGroups} d where ${where} and d.name = c.key and d.day between p.before and p.last) as s
    where s.views > 0 or s.sign_ups > 0
    order by s.${column} desc, c.key`);
}

interface Ranking {
  /** Totals with one row per day and key. Conditions refer to it as `d`. */
  table: SQL;
  key: SQL;
  where: SQL;
  column: SQL;
}

/**
 * Ranks keys without summing all of them. Reads the top `listed` keys of each day. A key outside a day's list has at most that
 * day's lowest listed figure, so the sum of these figures is the upper bound of an unlisted key. Sums every key only if that bound
 * reaches the lowest result.
 */
function mostOfDays({ table, key, where, column }: Ranking, days: number, limit: number): SQL {
  const listed = Math.max(MIN_LISTED, limit, Math.min(MAX_LISTED, Math.floor(LISTED / days)));
  return sql`listed as materialized (
    select t.day::date as day, l.key, l.figure
    from period p, generate_series(p.first, p.last, interval '1 day') as t (day), lateral (
      select d.${key} as key, d.${column} as figure from ${table} d
      where ${where} and d.day = t.day::date order by d.${column} desc, d.${key} limit ${listed}::int) as l
  ), unlisted as materialized (
    select day, case when count(*) = ${listed}::int then min(figure) else 0 end as most from listed group by day
  ), found as materialized (
    select key, sum(figure) as figure, sum(most) as covered from listed join unlisted using (day) group by key
  ), limits as materialized (
    select coalesce((select sum(most) from unlisted), 0) as unlisted,
      coalesce((select figure from found order by figure desc offset ${limit - 1}::int limit 1), 0) as least
  ), candidates as materialized (
    select f.key, f.figure, f.covered = l.unlisted as is_exact from limits l, found f
    where (l.unlisted = 0 or l.unlisted < l.least) and f.figure + l.unlisted - f.covered >= l.least
  ), chosen as (
    select c.key, case when c.is_exact then c.figure else (
      select sum(d.${column}) from period p join ${table} d on ${where} and d.${key} = c.key and d.day between p.first and p.last)
      end as figure
    from candidates c
    union all
    select d.${key}, sum(d.${column})
    from period p join ${table} d on ${where} and d.day between p.first and p.last
    where (select unlisted > 0 and unlisted >= least from limits)
    group by d.${key}
    order by figure desc, key limit ${limit}::int)`;
}
