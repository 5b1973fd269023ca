// What pages carry beside an ad: a ticket that says where it stands, and a link that leads to its target and nowhere else.
// Both are the same for every reader, so that pages stay in caches.
import type { AppContext } from '~/platform/context';
import { type AdPlace, type SlotAd, toPlace, toSlotAd, toSlotText, toText } from './ad-place';
import { isSigned, sign } from './signature.server';

type Signing = Pick<AppContext, 'tokens'>;

/** The redirect's address. */
export const CLICK_PATH = '/go';
/** What requests may be long (http/request-gate.ts), with the site's own name before it. */
const LONGEST_LINK = 3_900;

export async function makeTicket(ctx: Signing, ad: SlotAd): Promise<string> {
  const text = toSlotText(ad);
  return `${text}.${await sign(ctx, 'ticket', text)}`;
}

/** Null for what we did not sign. */
export async function readTicket(ctx: Signing, ticket: string): Promise<SlotAd | null> {
  const end = ticket.lastIndexOf('.');
  const text = ticket.slice(0, end);
  return (await isSigned(ctx, 'ticket', text, ticket.slice(end + 1))) ? toSlotAd(text) : null;
}

/** A link that counts the click and leads on to `target`, a page here or elsewhere; anything else stays as it is. */
export async function toClickLink(ctx: Signing, place: AdPlace, target: string): Promise<string> {
  if (!/^(https?:\/\/|\/(?![/\\]))/i.test(target)) return target;
  const text = toText(place);
  const query = new URLSearchParams({ ad: text, to: target });
  query.set('key', await sign(ctx, 'click', `${text} ${target}`));
  const link = `${CLICK_PATH}?${query}`;
  // One that is too long to be asked for leads there without being counted.
  return link.length > LONGEST_LINK ? target : link;
}

/** Where a link of ours leads; null for one that we did not make. */
export async function readClickLink(
  ctx: Signing,
  query: URLSearchParams,
): Promise<{ place: AdPlace; target: string } | null> {
  const [text = '', target = '', key = ''] = ['ad', 'to', 'key'].map((name) => query.get(name) ?? '');
  if (!(await isSigned(ctx, 'click', `${text} ${target}`, key))) return null;
  const place = toPlace(text);
  return place && { place, target };
}

/** Clean HTML whose links to pages count their clicks too. */
export async function toClickLinks(ctx: Signing, place: AdPlace, html: string): Promise<string> {
  const parts = html.split(/(<a\b[^>]*?\shref=")([^"]*)/);
  for (let i = 2; i < parts.length; i += 3) {
    const target = (parts[i] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const link = await toClickLink(ctx, place, target);
    if (link !== target) parts[i] = link.replaceAll('&', '&amp;');
  }
  return parts.join('');
}
