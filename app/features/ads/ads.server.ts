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
  ctx: Pick<AppContext, 'db' | 'page' | 'tokens' | 'clock'>,
  locations: readonly AdLocation[],
  page: { article: string } | { category: string } | null = null,
): Promise<AdsByLocation> {
  ctx.page.tag(ADS_TAG);
  const [kind = 'none', slug = ''] = Object.entries(page ?? {})[0] ?? [];
  const statement = selectAds(ctx.db.build, locations, kind as AdsFor, slug);
  const rows = await ctx.db.readOptional('ads', statement, []);
  const rowsBySlot = new Map<AdLocation, AdRow[]>();
  for (const row of rows) {
    const slot = row.location as AdLocation;
    const found = rowsBySlot.get(slot) ?? [];
    // An ad placed both for a category and for all of them stands there once.
    if (!found.some((other) => other.id === row.id)) found.push(row);
    rowsBySlot.set(slot, found);
  }
  const byLocation: AdsByLocation = {};
  for (const [slot, found] of rowsBySlot)
    byLocation[slot] = await Promise.all(
      found.map((row) => toView(ctx, row, turnsOf(found, ctx.clock.now()))),
    );
  return byLocation;
}

/** Longer than a page waits in a cache and a reader looks at it. */
const LASTING_MS = 2 * 24 * 60 * 60 * 1000;

/** In how many changes a slot shows each of its ads at most once. An ad that ends soon may be passed over by then. */
function turnsOf(rows: readonly AdRow[], now: Date): number {
  if (rows.length === 1) return 1;
  const lasting = rows.filter(({ endsAt }) => !endsAt || endsAt.getTime() > now.getTime() + LASTING_MS);
  return Math.max(2, lasting.length);
}

async function toView(ctx: Pick<AppContext, 'tokens'>, row: AdRow, every: number): Promise<AdView> {
  const { id, placementId, location, categoryId, articleId, name, linkUrl, imageUrl, endsAt } = row;
  const place = { adId: id, placementId, location, categoryId, articleId };
  const html = toCreative(row.html, linkUrl);
  return {
    id,
    placementId,
    name,
    imageUrl,
    endsAt: endsAt?.getTime() ?? null,
    ticket: await makeTicket(ctx, { ...place, every }),
    href: linkUrl && (await toClickLink(ctx, place, linkUrl)),
    html: html && (await toClickLinks(ctx, place, html)),
  };
}
