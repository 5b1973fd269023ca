// Ads in tests: inserts rows, reads ads from a page's HTML and posts beacons.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { type AdPlace, type SlotAd, toSlotAd } from '~/features/ads/tracking/ad-place';
import { makeTicket } from '~/features/ads/tracking/ad-tickets.server';
import { writeView } from '~/features/ads/tracking/view-tokens.server';
import { HOUR_MS } from '~/lib/time/dates';
import { createTokens } from '~/platform/sessions/tokens.server';
import { toPlain } from './html';
import type { Site } from './site/site';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** `AUTH_JWT_SECRET` of a site for which tests sign view tokens. */
export const ADS_SECRET = 'a secret that the tests and the worker share';
export const TOKENS = createTokens({ secret: ADS_SECRET, signing: [ADS_SECRET] }, 'https://magazine.test');

/** A token of a view that started `age` seconds ago. Each ad shows once in `every` rotations of its slot. */
export function makeViewToken(
  places: readonly AdPlace[],
  { id = randomUUID(), age = 0, every = 1 }: { id?: string; age?: number; every?: number } = {},
): Promise<string> {
  const ads = places.map((place) => ({ ...place, every, hour: Math.floor(Date.now() / HOUR_MS) }));
  return writeView({ tokens: TOKENS }, { id, startedAt: Date.now() - age * 1000, ads });
}

/** The same view's token, as if the view had started `seconds` earlier. */
export function backdate(token: string, seconds: number): Promise<string> {
  const [id = '', start, ...rest] = token.split('!');
  const ads = rest.slice(0, -1).map((text) => toSlotAd(text) as SlotAd);
  return writeView({ tokens: TOKENS }, { id, startedAt: Number(start) - seconds * 1000, ads });
}

/** The ad on a page that was rendered that many hours earlier. */
export async function onOlderPage(ad: DisplayedAd, hours: number): Promise<DisplayedAd> {
  const slotAd = toSlotAd(ad.ticket.slice(0, ad.ticket.lastIndexOf('.'))) as SlotAd;
  return { ...ad, ticket: await makeTicket({ tokens: TOKENS }, { ...slotAd, hour: slotAd.hour - hours }) };
}

export interface TestAdValues {
  name: string;
  html?: string | null;
  link?: string | null;
  priority?: number;
  endsAt?: Date;
  /** Location, and the category's slug for a placement that is limited to one. */
  places: [location: string, category?: string][];
}

/** Inserts an ad with its placements. The categories must exist. Returns the ad's id. */
export async function addAd(db: pg.Client, facts: TestAdValues): Promise<string> {
  const {
    name,
    html = `<p>${name}</p>`,
    link = 'https://sponsor.example/',
    priority = 1,
    endsAt = null,
    places,
  } = facts;
  const { rows } = await db.query(
    'insert into ads (name, html_content, link_url, priority, ends_at) values ($1, $2, $3, $4, $5) returning id',
    [name, html, link, priority, endsAt],
  );
  for (const [location, category = null] of places) {
    await db.query(
      `insert into ad_placements (ad_id, location, category_id)
       values ($1, $2, (select id from categories where slug = $3))`,
      [rows[0].id, location, category],
    );
  }
  return rows[0].id;
}

/** A caller's clicks on an ad count as one within this 10-minute period. */
export const clickPeriod = () => Math.floor(Date.now() / 600_000);

export interface DisplayedAd {
  ad: string;
  placement: string;
  ticket: string;
  link: string | null;
  /** The placement's location. */
  slot: string;
}

/** The ads in a page's HTML. */
export function adsOf(html: string): DisplayedAd[] {
  const found = html.matchAll(/data-ticket="([^"]+)"[^>]*>(?:<a [^>]*href="([^"]+)")?/g);
  return [...found].map(([, ticket = '', link]) => {
    const [ad = '', placement = '', slot = ''] = ticket.split('.');
    return { ad, placement, ticket, link: link ? toPlain(link) : null, slot };
  });
}

export function post(
  site: Site,
  path: string,
  body: unknown,
  userAgent = BROWSER,
  address = '127.0.0.1',
  headers: Record<string, string> = {},
): Promise<Response> {
  return site.get(path, {
    method: 'POST',
    // The content type that `navigator.sendBeacon` uses.
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      'user-agent': userAgent,
      origin: site.url,
      'cf-connecting-ip': address,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function requestViewToken(site: Site, ads: readonly DisplayedAd[]): Promise<string> {
  const answer = await post(site, '/api/view-tokens', { tickets: ads.map(({ ticket }) => ticket) });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/**
 * Waits until the queue's consumer has counted all events. An event that arrives just when it counts may have
 * no message of its own; the cron task counts those.
 */
export async function waitUntilCounted(site: Site, table: 'ad_beacons' | 'reading_beacons'): Promise<void> {
  let rounds = 0;
  await vi.waitFor(
    async () => {
      rounds += 1;
      if (rounds % 100 === 0) await site.runCron();
      expect((await site.db.query(`select * from ${table}`)).rows).toEqual([]);
    },
    { timeout: 50_000, interval: 50 },
  );
}
