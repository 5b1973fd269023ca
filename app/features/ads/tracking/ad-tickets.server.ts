// Signs what a page carries for each ad: a ticket that names its placement, and a click link with a fixed
// target. Both are the same for every reader, so that pages stay cacheable.
import { DAY_MS, HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import type { AdLink } from '../ad-locations';
import {
  type AdPlace,
  clickAddress,
  placeToText,
  type SlotAd,
  toPlace,
  toSlotAd,
  toSlotText,
} from './ad-place';
import { isSigned, signAndKeep } from './signature.server';

type SigningContext = Pick<AppContext, 'tokens'>;

/** The maximum URL length of requests (http/security/request-gate.ts), minus the site's origin. */
const MAX_LINK_LENGTH = 3_900;
/** Encoding makes at most 9 characters of one, so a click link to a shorter target is never too long. */
const SHORT_TARGET = 300;

/**
 * How long a ticket can begin views: a page stays in caches for up to a day, and then in a tab for another.
 * An older ticket names a share of the slot that the ad may no longer have.
 */
export const TICKET_MS = 2 * DAY_MS;

/** @param at milliseconds since 1970 */
export function isCurrent({ hour }: SlotAd, at: number): boolean {
  return at - hour * HOUR_MS < TICKET_MS;
}

export async function makeTicket(ctx: SigningContext, ad: SlotAd): Promise<string> {
  const text = toSlotText(ad);
  return `${text}.${await signAndKeep(ctx, 'ticket', text)}`;
}

/** Null if the signature is invalid. */
export async function readTicket(ctx: SigningContext, ticket: string): Promise<SlotAd | null> {
  const end = ticket.lastIndexOf('.');
  const text = ticket.slice(0, end);
  return (await isSigned(ctx, 'ticket', text, ticket.slice(end + 1))) ? toSlotAd(text) : null;
}

/** Signs a link to a web page. Clicks on links to anything else are not counted. */
export async function toAdLink(ctx: SigningContext, place: AdPlace, to: string): Promise<AdLink> {
  if (!/^(https?:\/\/|\/(?![/\\]))/i.test(to)) return { to, key: null };
  const text = placeToText(place);
  const key = await signAndKeep(ctx, 'click', `${text} ${to}`);
  // A link over the URL limit would be rejected, so the target is linked directly and its clicks are not
  // counted.
  const fits = to.length < SHORT_TARGET || clickAddress(text, to, key).length <= MAX_LINK_LENGTH;
  return { to, key: fits ? key : null };
}

/** The address that counts the click and redirects to `target`, or the target itself. */
export async function toClickLink(ctx: SigningContext, place: AdPlace, target: string): Promise<string> {
  const { to, key } = await toAdLink(ctx, place, target);
  return key ? clickAddress(placeToText(place), to, key) : to;
}

/** The placement and target of a click link; null if the signature is invalid. */
export async function readClickLink(
  ctx: SigningContext,
  query: URLSearchParams,
): Promise<{ place: AdPlace; target: string } | null> {
  const [text = '', target = '', key = ''] = ['ad', 'to', 'key'].map((name) => query.get(name) ?? '');
  if (!(await isSigned(ctx, 'click', `${text} ${target}`, key))) return null;
  const place = toPlace(text);
  return place && { place, target };
}

/** Sanitized HTML in which links to web pages count their clicks. */
export async function toClickLinks(ctx: SigningContext, place: AdPlace, html: string): Promise<string> {
  const parts = html.split(/(<a\b[^>]*?\shref=")([^"]*)/);
  for (let i = 2; i < parts.length; i += 3) {
    const target = (parts[i] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const link = await toClickLink(ctx, place, target);
    if (link !== target) parts[i] = link.replaceAll('&', '&amp;');
  }
  return parts.join('');
}
