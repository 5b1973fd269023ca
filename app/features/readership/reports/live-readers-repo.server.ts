// SQL for the readers of the last minutes. A view without a known reader counts as a reader of its own.
import { isShownTo } from 'db/public-articles';
import { articles } from 'db/schema/articles';
import { pageViews } from 'db/schema/readership';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { LIVE_MINUTES, type LiveReaders } from './live-readers';

const SHOWN = 10;

const MINUTES = Array.from({ length: LIVE_MINUTES }, (_, minute) => minute);

/**
 * One row. A reader is counted in each minute from the start of a view to its last activity. The minutes of a
 * view are bits of a number, and the numbers of a reader's views are combined.
 * @param seesAll the viewer may see the titles of articles that are not public
 */
export function selectLiveReaders(build: Build, seesAll: boolean) {
  const counts = MINUTES.map((minute) => sql`count(*) filter (where m.bits & ${2 ** minute}::bigint <> 0)`);
  return build.execute<Record<string, unknown> & LiveReaders>(sql`
    with bounds as materialized (
      select date_trunc('minute', now()) - interval '1 minute' * ${LIVE_MINUTES - 1}::int as first, magazine_zone() as zone
    ), seen as materialized (
      select coalesce(v.reader, v.id::text) as reader, v.article_id,
        floor(greatest(0, date_part('epoch', v.started_at - b.first)) / 60)::int as first,
        least(${LIVE_MINUTES - 1}::int, floor(date_part('epoch', v.seen_at - b.first) / 60)::int) as last
      from bounds b join ${pageViews} v on v.seen_at >= b.first
    ), minutes as materialized (
      select reader, bit_or((1::bigint << last + 1) - (1::bigint << first)) as bits from seen where first <= last group by reader
    )
    select (select count(*) from minutes)::int as readers,
      (select json_agg(json_build_object('time', to_char(magazine_time(b.first + interval '1 minute' * (t.place - 1), b.zone), 'FMHH12:MI AM'),
          'readers', coalesce(t.readers, 0)) order by t.place)
        from (select array[${sql.join(counts, sql`, `)}]::int[] as counts from minutes m) as c, unnest(c.counts) with ordinality as t (readers, place)
      ) as minutes,
      coalesce((select json_agg(json_build_object('id', r.article_id, 'title', a.title, 'readers', r.readers)
          order by r.readers desc, a.title, r.article_id)
        from (select article_id, count(*) as readers
          from (select distinct article_id, reader from seen where article_id is not null) as pairs
          group by article_id order by 2 desc, 1 limit ${SHOWN}::int) as r left join ${articles} a on a.id = r.article_id and ${isShownTo(seesAll)}), '[]') as articles
    from bounds b`);
}
