// SQL for the report of search terms.
import { articles } from 'db/schema/articles';
import { searchCounts, searchOpens } from 'db/schema/search-counts';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { SearchDay, SearchReportQuery, SearchTermRow, TermSort } from './search-report';

const ORDERS: Record<TermSort, string> = { searches: 'searches', empty: 'empty', query: 'query' };
const since = (days: number) => sql`day > magazine_day(now(), magazine_zone()) - ${days}::int`;

export type CountedTerm = Record<string, unknown> & SearchTermRow & { total: number };

/**
 * A page of the terms in the report. A term is shown once three callers have searched for it on the same day.
 * Callers are only known within a day, so counts of different days cannot be added up.
 */
export function selectTerms(build: Build, query: SearchReportQuery, limit: number) {
  const { days, isEmptyOnly, sort, order, page } = query;
  const by = sql.raw(`${ORDERS[sort]} ${order}, searches desc, query`);
  return build.execute<CountedTerm>(sql`
    with found as materialized (
      select query, sum(searches)::int as searches, sum(empty)::int as empty
      from ${searchCounts} c
      where ${since(days)} and exists (select from ${searchCounts} s where s.query = c.query and s.callers >= 3)
      group by query having ${isEmptyOnly ? sql`sum(empty) * 2 >= sum(searches) and sum(empty) > 0` : sql`true`}
    )
    select f.query, f.searches, f.empty, (select count(*) from found)::int as total, (
      select json_build_object('slug', a.slug, 'title', a.title, 'opens', sum(o.opens))
      from ${searchCounts} c join ${searchOpens} o on o.count_id = c.id join ${articles} a on a.id = o.article_id
      where c.query = f.query and c.${since(days)} and is_public(a.status, a.deleted_at)
      group by a.id order by sum(o.opens) desc, a.title limit 1) as opened
    from (select * from found order by ${by} limit ${limit}::int offset ${(page - 1) * limit}::int) as f
    order by ${by}`);
}

/** All searches by day, including those for terms that are not shown. */
export function selectSearchDays(build: Build, days: number) {
  return build.execute<Record<string, unknown> & SearchDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(searches)::int as searches, sum(empty)::int as empty
    from ${searchCounts} where ${since(days)} group by ${searchCounts.day} order by ${searchCounts.day}`);
}
