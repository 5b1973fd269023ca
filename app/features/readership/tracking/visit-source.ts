// Where a reader came from, as far as a page view shows.
import { cutText } from '~/lib/text';
import { isDay } from '~/lib/time/dates';

export const SOURCE_KINDS = [
  'internal',
  'direct',
  'referral',
  'campaign',
  'newsletter',
  /** The browser asks not to be tracked, or the view is not known. */
  'unknown',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface VisitSource {
  kind: SourceKind;
  /**
   * A referral: the host without `www.`. A campaign: `utm_source / utm_medium / utm_campaign`, as far as given. A newsletter: the
   * issue's day and the number of the link from 1, `2026-11-24/3`. Empty otherwise.
   */
  name: string;
}

interface Arrival {
  /** `document.referrer`; empty if unknown. */
  referrer: string;
  /** `location.search` */
  search: string;
  /** The view follows another one of this site, is a reload, or returns to a page. */
  isInternal: boolean;
}

export const UNKNOWN_SOURCE: VisitSource = { kind: 'unknown', name: '' };
const MAX_PART = 60;
const CAMPAIGN_PARTS = ['source', 'medium', 'campaign', 'content'] as const;

/** @param ownHost of this site, with its port */
export function sourceOf({ referrer, search, isInternal }: Arrival, ownHost: string): VisitSource {
  if (isInternal) return { kind: 'internal', name: '' };
  return campaignOf(new URLSearchParams(search)) ?? referralOf(referrer, ownHost);
}

function campaignOf(query: URLSearchParams): VisitSource | null {
  const [source, medium, campaign, content] = CAMPAIGN_PARTS.map((part) =>
    plain(query.get(`utm_${part}`) ?? ''),
  );
  if (!source && !campaign) return null;
  if (source === 'newsletter' && campaign && isDay(campaign))
    return {
      kind: 'newsletter',
      name: /^[1-9]\d{0,2}$/.test(content ?? '') ? `${campaign}/${content}` : campaign,
    };
  return { kind: 'campaign', name: [source, medium, campaign].filter(Boolean).join(' / ') };
}

/** In lower case, without control characters; a text with an email address becomes ''. */
function plain(text: string): string {
  const line = text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  const part = cutText(line, 0, MAX_PART);
  return part.includes('@') ? '' : part;
}

function referralOf(referrer: string, ownHost: string): VisitSource {
  const url = URL.canParse(referrer) ? new URL(referrer) : null;
  if (!url?.host || !/^(https?|android-app):$/.test(url.protocol)) return { kind: 'direct', name: '' };
  if (url.host === ownHost) return { kind: 'internal', name: '' };
  return { kind: 'referral', name: url.hostname.replace(/^www\./, '').slice(0, 100) };
}

/**
 * A link of a newsletter issue. A link to this site names the issue and the link, so that views can be
 * credited to it.
 * @param position of the link in the issue, from 0
 */
export function issueLink(link: string, day: string, position: number): string {
  if (!/^\/(?!\/)/.test(link)) return link;
  const url = new URL(link, 'http://site');
  const parts = { source: 'newsletter', medium: 'email', campaign: day, content: String(position + 1) };
  for (const [part, value] of Object.entries(parts)) url.searchParams.set(`utm_${part}`, value);
  return url.pathname + url.search + url.hash;
}

/**
 * Adds the campaign of a redirected visit to the new address, as far as it is counted. Parameters that the address
 * sets itself stay.
 * @param visited the query of the visited URL
 */
export function withCampaign(address: string, visited: URLSearchParams): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/.exec(address) ?? [];
  const own = new URLSearchParams(query);
  const added = new URLSearchParams();
  for (const name of CAMPAIGN_PARTS.map((part) => `utm_${part}`)) {
    const value = cutText(visited.get(name) ?? '', 0, MAX_PART);
    if (value && !own.has(name)) added.set(name, value);
  }
  return added.size > 0 ? `${path}${query ? `${query}&` : '?'}${added}${fragment}` : address;
}

/** Derived from the user agent, which is not stored. */
export function deviceOf(userAgent: string): 'phone' | 'tablet' | 'desktop' {
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|iPod|Android/i.test(userAgent) ? 'phone' : 'desktop';
}
