// Which ads a page shows.
import type { SQL } from 'drizzle-orm';
import type { AppContext } from '~/platform/context';
import type { AdLocation, AdsByLocation } from './ad-locations';
import { selectAds } from './ads-repo.server';

/** Every page with a slot; a change of any ad or placement touches them. */
export const ADS_TAG = 'ads';

/** Candidates of each slot, in order. Ads are not essential: nothing when they cannot be read. */
export async function listAds(
  ctx: Pick<AppContext, 'db' | 'page'>,
  locations: readonly AdLocation[],
  categoryId?: SQL,
): Promise<AdsByLocation> {
  ctx.page.tag(ADS_TAG);
  const rows = await ctx.db.readOptional('ads', selectAds(ctx.db.build, locations, categoryId), []);
  const byLocation: AdsByLocation = {};
  for (const { location, ...ad } of rows) {
    const slot = location as AdLocation;
    const found = byLocation[slot] ?? [];
    // An ad placed both for a category and for all of them stands there once.
    if (!found.some((other) => other.id === ad.id)) found.push(ad);
    byLocation[slot] = found;
  }
  return byLocation;
}
