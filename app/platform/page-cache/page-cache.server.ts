// Caches rendered pages in two layers: the isolate's memory, then the data center's Cache API.
import type { Log, PagePurger } from '../context';
import type { CachedPage, PageMemory } from './page-memory.server';
import { PurgeLog } from './purge-log.server';

/** How long stale pages are served while the database is down. */
export const OUTAGE_SECONDS = 24 * 60 * 60;

const STORED_AT = 'x-page-stored-at';
const TAGS = 'x-page-tags';
/** Headers for the Cache API only: storage time, tags and a lifetime of a day. */
const INTERNAL = new Set([STORED_AT, TAGS, 'cache-control', 'cache-tag', 'age', 'date', 'cf-cache-status']);
/** Cloudflare's limit for the Cache-Tag header. */
const MAX_CACHE_TAG_LENGTH = 16_000;
const PURGE_TIMEOUT_MS = 5_000;
/** Cloudflare's limit of tags per purge call, on its smallest plan. */
const TAGS_PER_CALL = 30;

export interface ZonePurge {
  zoneId: string;
  token: string;
}

export interface PageCacheParts {
  memory: PageMemory;
  cache: Cache;
  /** URLs in the Cache API must belong to our zone. */
  siteUrl: string;
  /** Part of the cache key: pages reference hashed assets of their build. */
  build: string;
  now(): number;
  log: Log;
  zone: ZonePurge | null;
}

export class PageCache implements PagePurger {
  readonly #parts: PageCacheParts;
  readonly #purges: PurgeLog;

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
    this.#purges = new PurgeLog(parts.cache, parts.siteUrl);
  }

  /** The page in memory, up to a day old; undefined if it is not there. */
  findInMemory(key: string): CachedPage | undefined {
    return this.#parts.memory.get(key);
  }

  /** The page in the data center's cache; null if it is missing, purged or unreadable. */
  async findShared(key: string): Promise<CachedPage | null> {
    try {
      const response = await this.#parts.cache.match(this.#address(key));
      if (!response) return null;
      const page = await toPage(response);
      if (await this.#purges.isPurged(page)) return null;
      return this.#parts.memory.set(key, page) === 'purged' ? null : page;
    } catch (error) {
      this.#failed('find', error);
      return null;
    }
  }

  /** Stores in memory immediately. The promise covers the data center's cache. */
  async store(key: string, page: CachedPage): Promise<void> {
    if (this.#parts.memory.set(key, page) === 'purged') return;
    try {
      const headers = new Headers(page.headers);
      headers.set(STORED_AT, String(page.storedAt));
      headers.set(TAGS, page.tags.join(','));
      headers.set('cache-control', `public, max-age=${OUTAGE_SECONDS}`);
      const cacheTag = page.tags.join(',');
      if (cacheTag.length <= MAX_CACHE_TAG_LENGTH) headers.set('cache-tag', cacheTag);
      await this.#parts.cache.put(this.#address(key), new Response(page.body, { headers }));
    } catch (error) {
      this.#failed('store', error);
    }
  }

  /** Removes a page that no longer exists. */
  async drop(key: string): Promise<void> {
    this.#parts.memory.delete(key);
    try {
      await this.#parts.cache.delete(this.#address(key));
    } catch (error) {
      this.#failed('drop', error);
    }
  }

  /**
   * Whether another isolate purged the page. Called before a stale page is served. The purge log covers this
   * data center. With a zone, purges from other data centers remove the page from the Cache API, so a page
   * missing there counts as purged. If neither can be read, the page counts as purged, because it may have
   * been unpublished.
   */
  async isPurged(key: string, page: CachedPage): Promise<boolean> {
    try {
      if (await this.#purges.isPurged(page)) return true;
      return this.#parts.zone !== null && !(await this.#parts.cache.match(this.#address(key)));
    } catch (error) {
      this.#failed('purge log', error);
      return true;
    }
  }

  async purge(tags: readonly string[]): Promise<void> {
    const { memory, zone } = this.#parts;
    const now = this.#parts.now();
    for (const tag of tags) memory.purge(tag, now);
    const calls = [this.#purges.add(memory.recentPurges, now), ...(zone ? purgeZone(zone, tags) : [])];
    for (const outcome of await Promise.allSettled(calls))
      if (outcome.status === 'rejected') this.#failed('purge', outcome.reason);
  }

  #address(key: string): string {
    const url = new URL(key, this.#parts.siteUrl);
    url.searchParams.set('__build', this.#parts.build);
    return url.href;
  }

  #failed(what: string, error: unknown): void {
    this.#parts.log.write({ event: 'cache_failed', what, reason: String(error) });
  }
}

async function toPage(response: Response): Promise<CachedPage> {
  const headers = [...response.headers].filter(([name]) => !INTERNAL.has(name));
  return {
    headers,
    body: new Uint8Array(await response.arrayBuffer()),
    etag: response.headers.get('etag') ?? '',
    tags: (response.headers.get(TAGS) ?? '').split(',').filter(Boolean),
    storedAt: Number(response.headers.get(STORED_AT) ?? 0),
  };
}

/** One promise per call. */
function purgeZone(zone: ZonePurge, tags: readonly string[]): Promise<void>[] {
  const calls: Promise<void>[] = [];
  for (let from = 0; from < tags.length; from += TAGS_PER_CALL)
    calls.push(purgeSome(zone, tags.slice(from, from + TAGS_PER_CALL)));
  return calls;
}

async function purgeSome(zone: ZonePurge, tags: readonly string[]): Promise<void> {
  const response = await fetch(`https://api.cloudflare.com/client/v4/zones/${zone.zoneId}/purge_cache`, {
    method: 'POST',
    headers: { authorization: `Bearer ${zone.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
    // The editor waits for this call. Their changes are already saved.
    signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The zone purge failed with status ${response.status}`);
}
