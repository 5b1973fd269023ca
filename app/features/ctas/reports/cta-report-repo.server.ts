// SQL for the reports of calls to action. They read only the daily totals.
import { isShownTo } from 'db/public-articles';
import { articles } from 'db/schema/articles';
import { ctas } from 'db/schema/ctas';
import { ctaDays } from 'db/schema/readership';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { CtaFigures } from './cta-report';

type Row<Columns> = Record<string, unknown> & CtaFigures & Columns;

/** One row for a CTA that exists, or that has counts although it was deleted; then its title is null. */
export function selectCtaTitle(build: Build, id: string) {
  return build.execute<{ title: string | null }>(sql`
    select c.title from (select ${id}::uuid as id) as asked left join ${ctas} c using (id)
    where c.id is not null or exists (select 1 from ${ctaDays} d where d.cta_id = asked.id)`);
}

const figures = sql.raw(
  'sum(d.views)::float8 as views, sum(d.clicks)::float8 as clicks, sum(d.sign_ups)::float8 as "signUps"',
);

/**
 * The last `days` days, including today; null for all. Days after today can exist if the time zone setting changed. The
 * unique index contains all columns, so the table itself is not read.
 */
const isCounted = (id: string, days: number | null) => sql`d.cta_id = ${id}::uuid
  and ${days === null ? sql`true` : sql`d.day > (select magazine_day(now(), magazine_zone()) - ${days}::int)`}`;

interface CtaReportColumns {
  /** Null for the figures of an article. */
  day: string | null;
  id: string | null;
  title: string | null;
  /** The number of all articles. */
  articles: number;
}

/**
 * Days with at least one event, oldest first, and then the articles with the most views. Reads the totals once.
 * @param seesAll the viewer may see the titles of articles that are not public
 */
export function selectCtaReport(
  build: Build,
  id: string,
  days: number | null,
  { limit, seesAll }: { limit: number; seesAll: boolean },
) {
  return build.execute<Row<CtaReportColumns>>(sql`
    with figures as materialized (
      select d.day, d.article_id as id, grouping(d.day) = 0 as is_day, ${figures} from ${ctaDays} d where ${isCounted(id, days)}
      group by grouping sets ((d.day), (d.article_id))
    ), listed as (
      select f.*, (select count(*) from figures where not is_day)::int as articles from figures f where is_day
      union all
      (select f.*, count(*) over ()::int from figures f where not is_day order by views desc, clicks desc, id limit ${limit}::int)
    )
    select to_char(l.day, 'YYYY-MM-DD') as day, l.id, a.title, l.views, l.clicks, l."signUps", l.articles
    from listed l left join ${articles} a on a.id = l.id and ${isShownTo(seesAll)}
    order by is_day desc, l.day, l.views desc, l.clicks desc, l.id`);
}

/** By day and article, oldest first. */
export function selectCtaDaysAndArticles(build: Build, id: string, days: number | null, seesAll: boolean) {
  return build.execute<Row<{ day: string; id: string | null; title: string | null }>>(sql`
    select to_char(f.day, 'YYYY-MM-DD') as day, f.id, a.title, f.views, f.clicks, f."signUps" from (
      select d.day, d.article_id as id, ${figures} from ${ctaDays} d where ${isCounted(id, days)} group by 1, 2
    ) as f left join ${articles} a on a.id = f.id and ${isShownTo(seesAll)} order by f.day, a.title, f.id`);
}
