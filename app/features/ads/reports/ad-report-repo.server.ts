// SQL for ad reports. They read only the daily totals, so their cost doesn't grow with the number of events.
import { adDays, adDrops } from 'db/schema/ad-counts';
import { ads } from 'db/schema/ads';
import { categories } from 'db/schema/categories';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AdDrop } from './ad-report';

/** One row for an ad that exists, or that has counts although it was deleted; then its name is null. */
export function selectAdName(build: Build, id: string) {
  return build.execute<{ name: string | null }>(sql`
    select a.name from (select ${id}::uuid as id) as asked left join ${ads} a using (id)
    where a.id is not null or exists (select 1 from ${adDays} d where d.ad_id = asked.id)`);
}

const figures = sql.raw(`sum(d.impressions)::float8 as impressions, sum(d.viewable)::float8 as viewable,
  sum(d.clicks)::float8 as clicks`);

type Figures = { impressions: number; viewable: number; clicks: number };

/**
 * The last `days` days, including today; null for all. Days after today can exist if the time zone setting
 * changed.
 */
const since = (adId: string, days: number | null) =>
  days === null
    ? sql`d.ad_id = ${adId}::uuid`
    : sql`d.ad_id = ${adId}::uuid and d.day > magazine_day(now(), magazine_zone()) - ${days}::int`;

/** Days with at least one event, oldest first. */
export function selectDays(build: Build, adId: string, days: number | null) {
  return build.execute<{ day: string } & Figures>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, ${figures} from ${adDays} d where ${since(adId, days)}
    group by d.day order by d.day`);
}

const category = sql`case when d.category_id is null then 'All categories' else coalesce(c.name, 'Deleted category') end`;

export function selectPlaces(build: Build, adId: string, days: number | null) {
  return build.execute<{ location: string; category: string } & Figures>(sql`
    select d.location, ${category} as category, ${figures}
    from ${adDays} d left join ${categories} c on c.id = d.category_id where ${since(adId, days)}
    group by 1, 2 order by sum(d.impressions) desc, 1, 2`);
}

/** Events that were received but not counted, by reason, most frequent first. */
export function selectDrops(build: Build, adId: string, days: number | null) {
  const eventsOf = (kind: string) => sql`coalesce(sum(d.events) filter (where d.kind = ${kind}), 0)::float8`;
  return build.execute<Record<string, unknown> & AdDrop>(sql`
    select d.reason, ${eventsOf('impression')} as impressions, ${eventsOf('viewable')} as viewable,
      ${eventsOf('click')} as clicks
    from ${adDrops} d where ${since(adId, days)} group by d.reason order by sum(d.events) desc, d.reason`);
}

/** By day and placement, oldest first. */
export function selectDaysAndPlaces(build: Build, adId: string, days: number | null) {
  return build.execute<{ day: string; location: string; category: string } & Figures>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.location, ${category} as category, ${figures}
    from ${adDays} d left join ${categories} c on c.id = d.category_id where ${since(adId, days)}
    group by 1, 2, 3 order by 1, 2, 3`);
}
