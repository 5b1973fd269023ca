// SQL for the reports of calls to action. They read only the daily totals.
import { articles } from 'db/schema/articles';
import { ctas } from 'db/schema/ctas';
import { outcomeDays } from 'db/schema/readership';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { CtaFigures } from './cta-report';

type Build = Database['build'];
type Row<Columns> = Record<string, unknown> & CtaFigures & Columns;

export function selectCtaTitle(build: Build, id: string) {
  return build.select({ title: ctas.title }).from(ctas).where(eq(ctas.id, id));
}

const sumOf = (kind: string) => `coalesce(sum(d.outcomes) filter (where d.kind = '${kind}'), 0)::float8`;
const figures = sql.raw(
  `${sumOf('cta_view')} as views, ${sumOf('cta_click')} as clicks, ${sumOf('cta_sign_up')} as "signUps"`,
);

/** The last `days` days, including today; null for all. Days after today can exist if the time zone setting changed. */
const isCounted = (id: string, days: number | null) => sql`
  d.kind in ('cta_view', 'cta_click', 'cta_sign_up') and d.target = ${id}::uuid::text
  and ${days === null ? sql`true` : sql`d.day > magazine_day(now(), magazine_zone()) - ${days}::int`}`;

/** Days with at least one event, oldest first. */
export function selectCtaDays(build: Build, id: string, days: number | null) {
  return build.execute<Row<{ day: string }>>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, ${figures}
    from ${outcomeDays} d where ${isCounted(id, days)} group by d.day order by d.day`);
}

/** By article, most views first, with the number of all articles. */
export function selectCtaArticles(build: Build, id: string, days: number | null, limit: number) {
  return build.execute<Row<{ id: string | null; title: string | null; articles: number }>>(sql`
    select f.*, a.title from (
      select d.article_id as id, ${figures}, count(*) over ()::int as articles
      from ${outcomeDays} d where ${isCounted(id, days)}
      group by d.article_id order by views desc, clicks desc, d.article_id limit ${limit}::int
    ) as f left join ${articles} a on a.id = f.id order by f.views desc, f.clicks desc, f.id`);
}

/** By day and article, oldest first. */
export function selectCtaDaysAndArticles(build: Build, id: string, days: number | null) {
  return build.execute<Row<{ day: string; id: string | null; title: string | null }>>(sql`
    select to_char(f.day, 'YYYY-MM-DD') as day, f.id, a.title, f.views, f.clicks, f."signUps" from (
      select d.day, d.article_id as id, ${figures} from ${outcomeDays} d where ${isCounted(id, days)} group by 1, 2
    ) as f left join ${articles} a on a.id = f.id order by f.day, a.title, f.id`);
}
