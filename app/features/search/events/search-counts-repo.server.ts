// SQL that counts searches and deletes old counts.
import { articles } from 'db/schema/articles';
import { searchCallers, searchCounts, searchOpens } from 'db/schema/search-counts';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { SearchEvent } from './search-event';

/** How long counts are kept. */
const KEPT = sql.raw("interval '13 months'");
const TODAY = sql`magazine_day(now(), magazine_zone())`;

/**
 * Counts one event if `condition` holds and the query has at least 2 characters. An opened article must be public.
 * @param caller a keyed hash of the caller, which is stored only as part of another hash
 */
export function countSearch(build: Build, event: SearchEvent, caller: string, condition: SQL) {
  const { query, total = null, opened = null } = event;
  return build.execute<{ counted: boolean }>(sql`
    with term as materialized (
      select day, query from (
        select ${TODAY} as day, array_to_string(list_words(search_normal(${query})), ' ') as query) as normal
      where length(query) between 2 and 100 and ${condition}
    ), caller as (
      insert into ${searchCallers} (hash, day)
      select encode(sha256(convert_to(concat_ws(' ', ${caller}::text, day, query), 'UTF8')), 'hex'), day from term
      on conflict do nothing returning 1
    ), counted as (
      insert into ${searchCounts} as c (day, query, searches, empty, callers)
      select day, query, (${total}::int is not null)::int, (${total}::int is not null and ${total}::int = 0)::int,
        (select count(*) from caller) from term
      on conflict (day, query) do update set searches = c.searches + excluded.searches,
        empty = c.empty + excluded.empty, callers = c.callers + excluded.callers
      returning c.id
    ), opens as (
      insert into ${searchOpens} as o (count_id, article_id, opens)
      select counted.id, a.id, 1 from counted join ${articles} a on a.slug = ${opened}::text and is_public(a.status, a.deleted_at)
      on conflict (count_id, article_id) do update set opens = o.opens + 1
    )
    select exists (select from counted) as counted`);
}

/** Deletes the callers of past days. */
export function deletePastCallers(build: Build) {
  return build.execute<{ hash: string }>(
    sql`delete from ${searchCallers} where day < ${TODAY} returning hash`,
  );
}

/** Deletes some counts that are older than 13 months. */
export function deleteOldCounts(build: Build, limit: number) {
  return build.execute<{ id: number }>(sql`
    delete from ${searchCounts} where id in (
      select id from ${searchCounts} where day < ${TODAY} - ${KEPT} order by day limit ${limit}::int) returning id`);
}
