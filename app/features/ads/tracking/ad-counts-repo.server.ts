// SQL for ad counting: one statement stores received events, another counts them in batches.
import { adBeacons, adDrops, adEvents, adViews } from 'db/schema/ad-counts';
import { adImpressions, ads } from 'db/schema/ads';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AdEvent, CheckedEvent } from './ad-event';

/** One row if the ad exists. */
export function selectClickedAd(build: Build, id: string) {
  return build.select({ id: ads.id }).from(ads).where(eq(ads.id, id));
}

/**
 * Stores events, or nothing unless `condition` holds. Returns one row; `first` is true if no events were
 * waiting before, so the caller has to enqueue the counting.
 */
export function insertBeacons(
  build: Build,
  events: readonly AdEvent[],
  userAgent: string | null,
  condition: SQL = sql`true`,
) {
  return build.execute<{ first: boolean }>(sql`
    with waiting as (select 1 from ${adBeacons} order by id desc limit 1),
    taken as (
      insert into ${adBeacons}
        (kind, view_id, change, most, ad_id, placement_id, location, category_id, article_id, user_agent)
      select e.kind, e."viewId", e.change, e.most, e."adId", e."placementId", e.location, e."categoryId",
        e."articleId", ${userAgent}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (kind text, "viewId" text, change int, most int,
        "adId" uuid, "placementId" uuid, location text, "categoryId" uuid, "articleId" uuid)
      where ${condition}
    )
    select not exists (select 1 from waiting) as first`);
}

/**
 * Records events that were not counted, with their reason, or all of them as `over_limit` unless `condition`
 * holds. Ids of unknown ads are ignored, because clients can send any id.
 */
export function insertDrops(build: Build, events: readonly CheckedEvent[], condition: SQL = sql`true`) {
  return build.execute(sql`
    with judged as (
      select e.kind, e."adId", case when ${condition} then e.reason else 'over_limit' end as reason
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (kind text, "adId" text, reason text)
    )
    ${addDrops(sql`select a.id as ad_id, j.kind, j.reason from judged j join ${ads} a on a.id::text = j."adId"
      where j.reason is not null`)}`);
}

/**
 * Adds rows of ad_id, kind and reason to today's totals. Rows are sorted, so that concurrent writers cannot
 * deadlock.
 */
const addDrops = (events: SQL) => sql`
    insert into ${adDrops} as d (ad_id, day, kind, reason, events)
    select ad_id, magazine_day(now(), magazine_zone()), kind, reason, count(*) from (${events}) as dropped
    group by ad_id, kind, reason order by ad_id, kind, reason
    on conflict (ad_id, day, kind, reason) do update set events = d.events + excluded.events`;

/**
 * Lets one transaction count at a time. It must be a separate statement: the next statement's snapshot starts
 * after the lock is acquired and so includes the previous batch.
 */
export function lockCounting(build: Build) {
  return build.execute(sql`select pg_advisory_xact_lock(hashtext('counting ads'))`);
}

/**
 * Moves the oldest waiting events into the counted tables: the first event of each kind per change, limited
 * to the number of times the rotation can have shown the ad in the view. Other events are added to the drop
 * totals. The tables have no foreign keys to ads, so that a deleted ad cannot block a batch.
 */
export function countBatch(build: Build, limit: number) {
  return build.execute<{ taken: number; counted: number }>(sql`
    with taken as (
      delete from ${adBeacons} where id in (select id from ${adBeacons} order by id limit ${limit}::int) returning *
    ),
    firsts as (
      select distinct on (event_key) taken.*, event_key from taken,
        lateral (select md5(concat_ws(' ', view_id, change, kind))::uuid as event_key) as keyed
      order by event_key, id
    ),
    fresh as (
      select * from firsts f
      where not exists (select 1 from ${adImpressions} i where i.event_key = f.event_key)
        and not exists (select 1 from ${adEvents} e where e.event_key = f.event_key)
    ),
    numbered as (
      select fresh.*, row_number() over (partition by view_id, placement_id, kind order by fresh.id)
        + case kind when 'impression' then coalesce(v.impressions, 0) else coalesce(v.viewable, 0) end as nth
      from fresh left join ${adViews} v using (view_id, placement_id)
    ),
    due as (select * from numbered where most is null or nth <= most),
    impressions as (
      insert into ${adImpressions}
        (event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at)
      select event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at
      from due where kind = 'impression' order by id
      on conflict (event_key) do nothing returning 1
    ),
    others as (
      insert into ${adEvents}
        (kind, event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at)
      select kind, event_key, ad_id, placement_id, location, category_id, article_id, user_agent, created_at
      from due where kind <> 'impression' order by id
      on conflict (event_key) do nothing returning 1
    ),
    views as (
      insert into ${adViews} as v (view_id, placement_id, impressions, viewable)
      select view_id, placement_id, count(*) filter (where kind = 'impression'), count(*) filter (where kind = 'viewable')
      from due where most is not null group by view_id, placement_id
      on conflict (view_id, placement_id)
      do update set impressions = v.impressions + excluded.impressions, viewable = v.viewable + excluded.viewable
    ),
    dropped as (${addDrops(sql`
      select t.ad_id, t.kind, case when n.id is null then 'repeated' else 'too_early' end as reason
      from taken t join ${ads} a on a.id = t.ad_id left join numbered n on n.id = t.id
      where t.id not in (select id from due)`)})
    select (select count(*) from taken)::int as taken,
      ((select count(*) from impressions) + (select count(*) from others))::int as counted`);
}

/** Deletes the counts of views whose tokens have expired. */
export function deleteOldViews(build: Build, limit: number) {
  return build.execute(sql`
    delete from ${adViews} where ctid in (
      select ctid from ${adViews} where created_at < now() - interval '2 hours' limit ${limit}::int)`);
}
