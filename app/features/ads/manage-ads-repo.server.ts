// SQL for the ads screen.
import { type MediaReplacement, replacedMedia, showsMedia } from 'db/replaced-media';
import { adPlacements, ads } from 'db/schema/ads';
import { categories } from 'db/schema/categories';
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AdLocation } from './ad-locations';
import type { AdValues, Placement } from './serving/ad-row';

/** A placement to create; a null category is a global placement. */
export interface WantedPlacement {
  location: AdLocation;
  categoryId: string | null;
}

/**
 * `ads.id` is written out because drizzle omits the table name when a query selects from one table, and in
 * this subquery a bare `id` would be ambiguous.
 */
const placementsOf = sql<Placement[]>`coalesce((
  select jsonb_agg(jsonb_build_object('location', p.location, 'categoryId', p.category_id, 'categoryName', c.name)
    order by p.location, c.name)
  from ${adPlacements} p left join ${categories} c on c.id = p.category_id where p.ad_id = ads.id), '[]')`;

const columns = {
  id: ads.id,
  name: ads.name,
  type: ads.type,
  htmlContent: ads.htmlContent,
  imageUrl: ads.imageUrl,
  linkUrl: ads.linkUrl,
  active: ads.active,
  priority: ads.priority,
  startsAt: ads.startsAt,
  endsAt: ads.endsAt,
  createdAt: ads.createdAt,
  version: sql<string>`${ads.updatedAt}::text`,
  placements: placementsOf,
};

/** Newest first. */
export function selectAdRows(build: Build, limit: number, offset: number) {
  return build
    .select(columns)
    .from(ads)
    .orderBy(desc(ads.createdAt), desc(ads.id))
    .limit(limit)
    .offset(offset);
}

export function countAds(build: Build) {
  return build.select({ total: count() }).from(ads);
}

export function selectAd(build: Build, id: string) {
  return build.select(columns).from(ads).where(eq(ads.id, id));
}

export function insertAd(build: Build, id: string, values: AdValues) {
  return build.insert(ads).values({ id, ...values });
}

/**
 * Saves the ad if its version is still `version`. Otherwise sets `name` to null, so that the not-null
 * constraint rejects the update.
 * @param version '' overwrites without the check
 */
export function updateAd(build: Build, id: string, values: AdValues, version: string) {
  return build
    .update(ads)
    .set({
      ...values,
      name: sql`case when ${version} in ('', ${ads.updatedAt}::text) then ${values.name} end`,
      // Two updates in the same microsecond must still get different versions.
      updatedAt: sql`greatest(clock_timestamp(), ${ads.updatedAt} + interval '1 microsecond')`,
    })
    .where(eq(ads.id, id))
    .returning({ id: ads.id });
}

/** An UPDATE for `auditedChange`. */
export const replaceImageInAds = (ids: readonly string[], replacement: MediaReplacement) => sql`
  update ${ads} set image_url = ${replacedMedia(ads.imageUrl, replacement)},
    html_content = ${replacedMedia(ads.htmlContent, replacement)}, updated_at = clock_timestamp()
  where ${and(inArray(ads.id, [...ids]), showsMedia('ads', ads.id, replacement.from))}
  returning id, name as subject`;

/** SQL condition for the audit entry: write it only if the ad still exists. */
export const adExists = (id: string) => sql`exists (select 1 from ${ads} where id = ${id})`;

const asRows = (wanted: readonly WantedPlacement[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("location" text, "categoryId" uuid)`;

/**
 * Deletes placements that are no longer wanted and adds missing ones. Unchanged placements keep their ids.
 */
export function replacePlacements(build: Build, adId: string, wanted: readonly WantedPlacement[]) {
  return [
    build.execute(sql`
      delete from ${adPlacements} p where p.ad_id = ${adId}::uuid and not exists (
        select 1 from ${asRows(wanted)} where w."location" = p.location and w."categoryId" is not distinct from p.category_id)`),
    build.execute(sql`
      insert into ${adPlacements} (ad_id, location, category_id)
      select a.id, w."location", w."categoryId" from ${ads} a, ${asRows(wanted)} where a.id = ${adId}::uuid
      on conflict on constraint ad_placements_once do update set active = true`),
  ] as const;
}

/** Deletes the ad and its placements. Counted impressions are kept. */
export function deleteAdRow(build: Build, id: string) {
  return build.delete(ads).where(eq(ads.id, id));
}
