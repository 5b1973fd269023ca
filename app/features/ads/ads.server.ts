// Which ads a page shows.
import type { AppContext } from '~/platform/context';
import type { AdLocation, AdsByLocation } from './ad-locations';
import { type AdsFor, selectAds } from './ads-repo.server';
import { toCreative } from './creative.server';

/** Every page with a slot; a change of any ad or placement touches them. */
export const ADS_TAG = 'ads';

/**
 * Candidates of each slot, in order: global ones, and those of the category of `page` (slugs). Ads are not essential:
 * nothing when they cannot be read.
 */
export async function listAds(
  ctx: Pick<AppContext, 'db' | 'page'>,
  locations: readonly AdLocation[],
  page: { article: string } | { category: string } | null = null,
): Promise<AdsByLocation> {
  ctx.page.tag(ADS_TAG);
  const [kind = 'none', slug = ''] = Object.entries(page ?? {})[0] ?? [];
  const statement = selectAds(ctx.db.build, locations, kind as AdsFor, slug);
  const rows = await ctx.db.readOptional('ads', statement, []);
  const byLocation: AdsByLocation = {};
  for (const { location, endsAt, ...ad } of rows) {
    const slot = location as AdLocation;
    const found = byLocation[slot] ?? [];
    // An ad placed both for a category and for all of them stands there once.
    if (!found.some((other) => other.id === ad.id))
      found.push({ ...ad, html: toCreative(ad.html, ad.linkUrl), endsAt: endsAt?.getTime() ?? null });
    byLocation[slot] = found;
  }
  return byLocation;
}
