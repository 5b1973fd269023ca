// SQL for the readership report. It reads only totals, so its cost does not grow with the number of views.
import { newsletterIssues } from 'db/schema/newsletter';
import { readingDrops, readingGroups, readingHours } from 'db/schema/readership';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type {
  HeatCell,
  ReadIssue,
  ReadingDay,
  ReadingDrop,
  ReadingFigures,
  ReadingHour,
} from './readership-report';
import type { Measure, ReadingRange } from './reading-range';

type Row<T> = Record<string, unknown> & T;

/**
 * A common table expression `period` with the days `first`, `last` and `before`, the first day of the previous period.
 * Materialized, because the current day is read from the settings.
 */
export function periodOf(range: ReadingRange): SQL {
  const { days } = range;
  const [first, last] =
    range.name === 'custom'
      ? [sql`${range.first}::date`, sql`${range.last}::date`]
      : [sql`t - ${days - 1}::int`, sql`t`];
  return sql`period as materialized (
    select ${first} as first, ${last} as last, ${first} - ${days}::int as before
    from (select magazine_day(now(), magazine_zone()) as t) as today)`;
}

const dayText = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM-DD')`);

export function selectPeriod(build: Build, range: ReadingRange) {
  return build.execute<Row<{ first: string; last: string; before: string }>>(sql`
    with ${periodOf(range)}
    select ${dayText('first')} as first, ${dayText('last')} as last, ${dayText('before')} as before from period`);
}

const SITE_FIGURES =
  sql.raw(`coalesce(sum(h.views), 0)::float8 as views, coalesce(sum(h.article_views), 0)::float8 as "articleViews",
  coalesce(sum(h.quarter4), 0)::float8 as completed, coalesce(sum(h.readers), 0)::float8 as readers,
  coalesce(sum(h.engaged_seconds), 0)::float8 as "engagedSeconds", coalesce(sum(h.sign_ups), 0)::float8 as "signUps"`);

/** Days with views of the period and the previous one. */
export function selectReadingDays(build: Build, range: ReadingRange) {
  return build.execute<Row<ReadingDay>>(sql`
    with ${periodOf(range)}
    select ${dayText('h.day')} as day, ${SITE_FIGURES}
    from period p join ${readingHours} h on h.day between p.before and p.last group by h.day order by h.day`);
}

/** Hours with views of the first day of the period, and of the same day of the previous one. */
export function selectReadingHours(build: Build, range: ReadingRange) {
  return build.execute<Row<ReadingHour & { isBefore: boolean }>>(sql`
    with ${periodOf(range)}
    select h.hour, h.day < p.first as "isBefore", ${SITE_FIGURES}
    from period p join ${readingHours} h on h.day in (p.first, p.before) group by 1, 2 order by 1, 2`);
}

export function selectHeat(build: Build, range: ReadingRange) {
  return build.execute<Row<HeatCell>>(sql`
    with ${periodOf(range)}
    select extract(isodow from h.day)::int as weekday, h.hour, sum(h.views)::float8 as views,
      sum(h.engaged_seconds)::float8 as "engagedSeconds"
    from period p join ${readingHours} h on h.day between p.first and p.last group by 1, 2 order by 1, 2`);
}

export const MEASURE_COLUMNS: Record<Measure, SQL> = {
  engaged: sql.raw('engaged_seconds'),
  views: sql.raw('views'),
};

/** The views that followed another page of this site, with their engaged seconds and sign-ups. */
export function selectInternal(build: Build, range: ReadingRange) {
  return build.execute<Row<ReadingFigures>>(sql`
    with ${periodOf(range)}
    select coalesce(sum(g.views), 0)::float8 as views, coalesce(sum(g.engaged_seconds), 0)::float8 as "engagedSeconds",
      coalesce(sum(g.sign_ups), 0)::float8 as "signUps"
    from period p join ${readingGroups} g on g.kind = 'source' and g.name = 'internal\t' and g.day between p.first and p.last`);
}

/** The newsletter issues with the highest figures, each with its links. */
export function selectReadIssues(build: Build, range: ReadingRange, by: Measure, limit: number) {
  const column = MEASURE_COLUMNS[by];
  return build.execute<Row<ReadIssue>>(sql`
    with ${periodOf(range)}, links as (
      select split_part(split_part(g.name, chr(9), 2), '/', 1) as day, split_part(g.name, '/', 2) as link, sum(g.views) as views,
        sum(g.engaged_seconds) as engaged_seconds, sum(g.sign_ups) as sign_ups
      from period p join ${readingGroups} g on g.kind = 'newsletter' and g.day between p.first and p.last
      group by 1, 2
    ), ranked as (
      select day, sum(views) as views, sum(engaged_seconds) as engaged_seconds, sum(sign_ups) as sign_ups
      from links group by day order by sum(${column}) desc, day limit ${limit}::int
    )
    select r.day, i.content ->> 'subject' as subject, r.views::float8 as views, r.engaged_seconds::float8 as "engagedSeconds",
      r.sign_ups::float8 as "signUps", (
        select json_agg(json_build_object('label', case
            when l.link = '' then 'Other links'
            when l.link::int between 1 and jsonb_array_length(i.content -> 'articles') then i.content -> 'articles' -> (l.link::int - 1) ->> 'title'
            else 'Link ' || l.link end,
          'views', l.views, 'engagedSeconds', l.engaged_seconds, 'signUps', l.sign_ups) order by l.${column} desc, l.link)
        from links l where l.day = r.day) as links
    from ranked r left join ${newsletterIssues} i on to_char(i.issue_date, 'YYYY-MM-DD') = r.day
    order by r.${column} desc, r.day`);
}

/** Reports that were received and not counted, by reason. */
export function selectReadingDrops(build: Build, range: ReadingRange) {
  return build.execute<Row<ReadingDrop>>(sql`
    with ${periodOf(range)}
    select d.reason, sum(d.events)::float8 as events
    from period p join ${readingDrops} d on d.day between p.first and p.last group by d.reason order by 2 desc, 1`);
}
