// The SQL of ads as pages show them.
import { adPlacements, ads } from 'db/schema/ads';
import { and, asc, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { AdLocation } from './ad-locations';

/** Active placements of active ads, of the given category or global, the highest priority first. `categoryId` gives a uuid. */
export function selectAds(build: Database['build'], locations: readonly AdLocation[], categoryId?: SQL) {
  const forCategory = categoryId
    ? or(isNull(adPlacements.categoryId), eq(adPlacements.categoryId, categoryId))
    : isNull(adPlacements.categoryId);
  return build
    .select({
      location: adPlacements.location,
      placementId: adPlacements.id,
      id: ads.id,
      name: ads.name,
      linkUrl: ads.linkUrl,
      imageUrl: ads.imageUrl,
      html: ads.htmlContent,
    })
    .from(adPlacements)
    .innerJoin(ads, eq(ads.id, adPlacements.adId))
    .where(
      and(
        inArray(adPlacements.location, [...locations]),
        eq(adPlacements.active, true),
        eq(ads.active, true),
        forCategory,
      ),
    )
    .orderBy(desc(ads.priority), asc(ads.createdAt), asc(adPlacements.id));
}
