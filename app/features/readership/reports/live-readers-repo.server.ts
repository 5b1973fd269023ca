// SQL for the readers of the last minutes. A view without a known reader counts as a reader of its own.
import { articles } from 'db/schema/articles';
import { pageViews } from 'db/schema/readership';
import { sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { LIVE_MINUTES, type LiveReaders } from './live-readers';

type Build = Database['build'];

const SHOWN = 10;

/** One row. A reader is counted in each minute between the start and the last sign of a view. */
export function selectLiveReaders(build: Build) {
  return build.execute<Record<string, unknown> & LiveReaders>(sql`
    with bounds as materialized (
      select date_trunc('minute', now()) - interval '1 minute' * ${LIVE_MINUTES - 1}::int as first, magazine_zone() as zone
    ), seen as materialized (
      select coalesce(v.reader, v.id::text) as reader, v.article_id, greatest(v.started_at, b.first) as started_at, v.seen_at
      from bounds b join ${pageViews} v on v.seen_at >= b.first
    ), counted as (
      select t.minute, count(distinct s.reader) as readers
      from seen s, generate_series(date_trunc('minute', s.started_at), s.seen_at, interval '1 minute') as t (minute) group by 1
    )
    select (select count(distinct reader) from seen)::int as readers,
      (select json_agg(json_build_object('time', to_char(magazine_time(t.minute, b.zone), 'HH24:MI'), 'readers', coalesce(c.readers, 0))
          order by t.minute)
        from generate_series(b.first, now(), interval '1 minute') as t (minute) left join counted c using (minute)) as minutes,
      coalesce((select json_agg(json_build_object('id', r.article_id, 'title', a.title, 'readers', r.readers)
          order by r.readers desc, a.title)
        from (select article_id, count(distinct reader) as readers from seen where article_id is not null group by 1
          order by 2 desc, 1 limit ${SHOWN}::int) as r left join ${articles} a on a.id = r.article_id), '[]') as articles
    from bounds b`);
}
