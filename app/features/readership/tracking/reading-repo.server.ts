// SQL that stores and counts reports of page views, and deletes old data.
import { pageViews, readingBeacons, readingDrops, readingOutcomes } from 'db/schema/readership';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ReadingDropReason, StoredView, ViewProgress } from './reading-event';

/** Stores a view (db/functions/readership.sql). `first` is true if nothing was waiting to be counted. */
export function insertView(build: Build, id: string, view: Omit<StoredView, 'article'>, slug: string | null) {
  return build.execute<{ articleId: string | null; first: boolean }>(sql`
    select article_id as "articleId", first from store_page_view(${id}::uuid, ${JSON.stringify(view)}::jsonb, ${slug}::text)`);
}

/** Stores what readers did in views (db/functions/readership.sql). `first` as for a view. */
export function insertProgress(build: Build, reports: readonly ViewProgress[]) {
  return build.execute<{ first: boolean }>(
    sql`select store_progress(${JSON.stringify(reports)}::jsonb) as first`,
  );
}

/** @param signUp a query for `form` and `article`; no row stores nothing */
export function insertReadingSignUp(build: Build, viewId: string, signUp: SQL) {
  return build.execute<{ first: boolean }>(sql`
    insert into ${readingBeacons} (view_id, kind, data)
    select ${viewId}::uuid, 'sign_up', to_jsonb(s) from (${signUp}) as s
    returning not exists (select 1 from ${readingBeacons} order by id desc limit 1) as first`);
}

/** Counts reports that were dropped. Rows are locked in order of their keys, so that two batches never wait for each other. */
export function insertDroppedReports(build: Build, reasons: readonly ReadingDropReason[]) {
  return build.execute(sql`
    insert into ${readingDrops} as d (day, reason, events)
    select ${TODAY}, reason, count(*) from jsonb_array_elements_text(${JSON.stringify(reasons)}::jsonb) as reason
    group by reason order by reason
    on conflict (day, reason) do update set events = d.events + excluded.events`);
}

/** Counts waiting events (db/functions/readership.sql). */
export function countWaiting(build: Build, most: number) {
  return build.execute<{ taken: number; counted: number }>(sql`select * from count_reading(${most}::int)`);
}

/** Recomputes outdated sums of the last days (db/functions/readership.sql). */
export function rollSums(build: Build, most: number) {
  return build.execute<{ rolled: number }>(sql`select roll_reading(${most}::int) as rolled`);
}

const TODAY = sql`magazine_day(now(), magazine_zone())`;

/** Removes the hashes of readers from the views of past days. */
export function clearReaderHashes(build: Build, limit: number) {
  return build.execute<{ id: string }>(sql`
    update ${pageViews} set reader = null where id in (
      select id from ${pageViews} where reader is not null and day < ${TODAY} limit ${limit}::int)
    returning id`);
}

/** Deletes views from before the last `days` days. */
export function deleteOldLog(build: Build, days: number, limit: number) {
  return build.execute<{ id: string }>(sql`
    delete from ${pageViews} where id in (
      select id from ${pageViews} where day <= ${TODAY} - ${days}::int order by day limit ${limit}::int) returning id`);
}

export function deleteOldOutcomes(build: Build, days: number, limit: number) {
  return build.execute<{ id: string }>(sql`
    delete from ${readingOutcomes} where (view_id, kind, target) in (
      select view_id, kind, target from ${readingOutcomes} where day <= ${TODAY} - ${days}::int order by day limit ${limit}::int)
    returning view_id as id`);
}
