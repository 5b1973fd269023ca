// Lists the ads that each slot of a page shows, in order, with their tickets and links. Which ones: slot-ads-repo.server.ts. Which one is
// visible when: rotate-ads.ts.

import { ADS_TAG } from '~/features/cache-tags/cache-tags';
import { withoutExternalImages } from '~/features/media/embedded/external-images';
import { HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import type { AdLocation, AdsByLocation, AdView } from '../ad-locations';
import { makeTicket, TICKET_MS, toAdLink, toClickLinks } from '../tracking/ad-tickets.server';
import { VIEW_SECONDS } from '../tracking/view-tokens.server';
import { type AdsFor, type PublicAdRow, selectSlotAds } from './slot-ads-repo.server';

/**
 * Candidates for each slot, in order: global ads and those of the page's category.
 * @param page slug of the article or category
 * @returns {} if the database can't be read, because ads are not essential
 */
export async function listSlotAds(
  ctx: Pick<AppContext, 'db' | 'page' | 'tokens' | 'clock'>,
  locations: readonly AdLocation[],
  page: { article: string } | { category: string } | null = null,
): Promise<AdsByLocation> {
  ctx.page.tag(ADS_TAG);
  const [kind = 'none', slug = ''] = Object.entries(page ?? {})[0] ?? [];
  const statement = selectSlotAds(ctx.db.build, locations, kind as AdsFor, slug);
  const rows = await ctx.db.readOptional('ads', statement, []);
  const rowsBySlot = new Map<AdLocation, PublicAdRow[]>();
  for (const row of rows) {
    const slot = row.location as AdLocation;
    const found = rowsBySlot.get(slot) ?? [];
    // An ad can have both a global and a category placement for this slot; show it once.
    if (!found.some((other) => other.id === row.id)) found.push(row);
    rowsBySlot.set(slot, found);
  }
  const byLocation: AdsByLocation = {};
  for (const [slot, found] of rowsBySlot)
    byLocation[slot] = await Promise.all(
      found.map((row) => toView(ctx, row, changesPerTurn(found, ctx.clock.now()))),
    );
  return byLocation;
}

/** After this time, every view that a current ticket can begin has ended. */
const LASTING_MS = TICKET_MS + VIEW_SECONDS * 1000;

/**
 * The slot shows each ad at most once per this number of changes. Ads that end within `LASTING_MS` are not
 * counted, because the rotation may skip them.
 */
function changesPerTurn(rows: readonly PublicAdRow[], now: Date): number {
  if (rows.length === 1) return 1;
  const lasting = rows.filter(({ endsAt }) => !endsAt || endsAt.getTime() > now.getTime() + LASTING_MS);
  return Math.max(2, lasting.length);
}

async function toView(
  ctx: Pick<AppContext, 'tokens' | 'clock'>,
  row: PublicAdRow,
  every: number,
): Promise<AdView> {
  const { id, placementId, location, categoryId, articleId, name, linkUrl, imageUrl, endsAt } = row;
  const place = { adId: id, placementId, location, categoryId, articleId };
  const html = toCreative(row.html, linkUrl);
  return {
    name,
    imageUrl,
    endsAt: endsAt?.getTime() ?? null,
    ticket: await makeTicket(ctx, { ...place, every, hour: Math.floor(ctx.clock.now().getTime() / HOUR_MS) }),
    link: linkUrl ? await toAdLink(ctx, place, linkUrl) : null,
    html: html && (await toClickLinks(ctx, place, html)),
  };
}

/**
 * Renders an ad's stored HTML for a slot. It is sanitized, so its tags have one spelling.
 * If the ad has a link, the whole creative is a link, so links inside it are unwrapped (HTML forbids nested
 * links). Otherwise its links open in a new tab. The result is never stored.
 */
export function toCreative(html: string | null, linkUrl: string | null): string | null {
  if (!html) return null;
  const shown = withoutExternalImages(html);
  if (linkUrl) return shown.replace(/<\/?a(?:\s[^>]*)?>/g, '');
  return shown
    .replace(/<a((?:\s[^>]*?)?)(?: rel="[^"]*")?>/g, '<a$1>')
    .replace(/<a(?=[\s>])/g, '<a target="_blank" rel="noopener noreferrer sponsored"');
}
