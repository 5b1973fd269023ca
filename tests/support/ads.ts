// Ads in tests: rows, what a page says of them, and beacons about them.
import type pg from 'pg';
import { toPlain } from './html';
import type { Site } from './site';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

export interface AdFacts {
  name: string;
  html?: string | null;
  link?: string | null;
  priority?: number;
  endsAt?: Date;
  /** Location, and a category's slug for one that is not global. */
  places: [location: string, category?: string][];
}

/** Inserts an ad with its placements; the categories must be there. Returns its id. */
export async function addAd(db: pg.Client, facts: AdFacts): Promise<string> {
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

/** One caller's clicks on an ad are one as long as this number is the same. */
export const clickPeriod = () => Math.floor(Date.now() / 600_000);

export interface ShownAd {
  ad: string;
  placement: string;
  ticket: string;
  link: string | null;
}

/** What a page's HTML says of its ads. */
export function adsOf(html: string): ShownAd[] {
  const found = html.matchAll(
    /data-ad="([^"]+)" data-placement="([^"]+)" data-ticket="([^"]+)"[^>]*>(?:<a [^>]*href="([^"]+)")?/g,
  );
  return [...found].map(([, ad = '', placement = '', ticket = '', link]) => ({
    ad,
    placement,
    ticket,
    link: link ? toPlain(link) : null,
  }));
}

export function post(site: Site, path: string, body: unknown, userAgent = BROWSER): Promise<Response> {
  return site.get(path, {
    method: 'POST',
    // As a beacon comes.
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': userAgent, origin: site.url },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function askToken(site: Site, ads: readonly ShownAd[]): Promise<string> {
  const answer = await post(site, '/api/view-tokens', { tickets: ads.map(({ ticket }) => ticket) });
  const { token } = (await answer.json()) as { token: string };
  return token;
}
