// Which ads a page shows.
import { makeTicket, toClickLink, toClickLinks } from '~/features/ad-counts/ad-tickets.server';
import type { AppContext } from '~/platform/context';
import type { AdLocation, AdsByLocation, AdView } from './ad-locations';
import { type AdRow, type AdsFor, selectAds } from './ads-repo.server';
import { toCreative } from './creative.server';

/** Every page with a slot; a change of any ad or placement touches them. */
export const ADS_TAG = 'ads';

/**
 * Candidates of each slot, in order: global ones, and those of the category of `page` (slugs). Ads are not essential:
 * nothing when they cannot be read.
 */
export async function listAds(
  ctx: Pick<AppContext, 'db' | 'page' | 'tokens'>,
  locations: readonly AdLocation[],
  page: { article: string } | { category: string } | null = null,
): Promise<AdsByLocation> {
  ctx.page.tag(ADS_TAG);
  const [kind = 'none', slug = ''] = Object.entries(page ?? {})[0] ?? [];
  const statement = selectAds(ctx.db.build, locations, kind as AdsFor, slug);
  const rows = await ctx.db.readOptional('ads', statement, []);
  const byLocation: AdsByLocation = {};
  for (const row of rows) {
    const slot = row.location as AdLocation;
    const found = byLocation[slot] ?? [];
    // An ad placed both for a category and for all of them stands there once.
    if (!found.some((other) => other.id === row.id)) found.push(await toView(ctx, row));
    byLocation[slot] = found;
  }
  return byLocation;
}

async function toView(ctx: Pick<AppContext, 'tokens'>, row: AdRow): Promise<AdView> {
  const { id, placementId, location, categoryId, articleId, name, linkUrl, imageUrl, endsAt } = row;
  const place = { adId: id, placementId, location, categoryId, articleId };
  const html = toCreative(row.html, linkUrl);
  return {
    id,
    placementId,
    name,
    imageUrl,
    endsAt: endsAt?.getTime() ?? null,
    ticket: await makeTicket(ctx, place),
    href: linkUrl && (await toClickLink(ctx, place, linkUrl)),
    html: html && (await toClickLinks(ctx, place, html)),
  };
}
