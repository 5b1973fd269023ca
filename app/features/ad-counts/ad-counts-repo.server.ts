// The SQL of counting: events are taken in one statement, and counted in another, a batch at a time.
import { adBeacons, adEvents } from 'db/schema/ad-counts';
import { adImpressions } from 'db/schema/ads';
import { sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { AdEvent } from './ad-event';

type Build = Database['build'];

/** One row, which tells whether nothing was waiting before: then nobody is on the way to count. */
export function insertBeacons(build: Build, events: readonly AdEvent[], userAgent: string | null) {
  return build.execute<{ first: boolean }>(sql`
    with waiting as (select 1 from ${adBeacons} order by id desc limit 1),
    taken as (
      insert into ${adBeacons}
        (kind, view_id, change, ad_id, placement_id, location, category_id, article_id, user_agent)
      select e.kind, e."viewId", e.change, e."adId", e."placementId", e.location, e."categoryId", e."articleId",
        ${userAgent}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (kind text, "viewId" text, change int,
        "adId" uuid, "placementId" uuid, location text, "categoryId" uuid, "articleId" uuid)
    )
    select not exists (select 1 from waiting) as first`);
}

/**
 * One at a time: a batch sees all that the one before it left, and two of them cannot wait for each other. A statement of
 * its own, for the next one's view of the tables begins when this one has ended.
 */
export function lockCounting(build: Build) {
  return build.execute(sql`select pg_advisory_xact_lock(hashtext('counting ads'))`);
}

/**
 * Moves the oldest waiting events to where they count, the first of each kind only. Ids lead nowhere, so nothing that was
 * deleted meanwhile can stop a batch.
 */
export function countBatch(build: Build, limit: number) {
  return build.execute<{ taken: number; counted: number }>(sql`
    with taken as (
      delete from ${adBeacons} where id in (select id from ${adBeacons} order by id limit ${limit}::int) returning *
    ),
    distinct_events as (
      select distinct on (event_key) taken.*, event_key from taken,
        lateral (select md5(concat_ws(' ', view_id, change, ad_id, placement_id, kind))::uuid as event_key) as keyed
      order by event_key, id
    ),
    impressions as (
      insert into ${adImpressions}
        (event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at)
      select event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at
      from distinct_events where kind = 'impression' order by id
      on conflict (event_key) do nothing returning 1
    ),
    others as (
      insert into ${adEvents}
        (kind, event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at)
      select kind, event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at
      from distinct_events where kind <> 'impression' order by id
      on conflict (event_key) do nothing returning 1
    )
    select (select count(*) from taken)::int as taken,
      ((select count(*) from impressions) + (select count(*) from others))::int as counted`);
}
