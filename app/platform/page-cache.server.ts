// Two layers of finished pages: the isolate's memory, then the data centre's Cache API.
import type { Log, PagePurger } from './context';
import type { CachedPage, PageMemory } from './page-memory.server';
import { PurgeLog } from './purge-log.server';

/** How long a lost database may be covered by old pages. */
export const OUTAGE_SECONDS = 24 * 60 * 60;

const STORED_AT = 'x-page-stored-at';
const TAGS = 'x-page-tags';
/** Ours, not the reader's: what the Cache API needs to keep the page for a day, and what finds it again. */
const INTERNAL = new Set([STORED_AT, TAGS, 'cache-control', 'cache-tag', 'age', 'date', 'cf-cache-status']);
/** Cloudflare's limit for the Cache-Tag header. */
const MAX_CACHE_TAG_LENGTH = 16_000;
const PURGE_PATIENCE_MS = 5_000;
/** Cloudflare refuses a purge of more; the least that any plan takes. */
const TAGS_PER_CALL = 30;

export interface ZonePurge {
  zoneId: string;
  token: string;
}

export interface PageCacheParts {
  memory: PageMemory;
  cache: Cache;
  /** Addresses in the Cache API must be of our own zone. */
  siteUrl: string;
  /** Pages name hashed assets, so a page of another build is of no use. */
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

  /** The page, however old (at most a day), without waiting for anything; undefined sends the caller to `findShared`. */
  findInMemory(key: string): CachedPage | undefined {
    return this.#parts.memory.get(key);
  }

  /** The page from the data centre's cache. A cache that fails is a cache without the page. */
  async findShared(key: string): Promise<CachedPage | null> {
    try {
      const response = await this.#parts.cache.match(this.#address(key));
      if (!response) return null;
      const page = await toPage(response);
      if (await this.#purges.isPurged(page)) return null;
      this.#parts.memory.set(key, page);
      return page;
    } catch (error) {
      this.#failed('find', error);
      return null;
    }
  }

  /** Stores in memory at once; the promise covers the shared layer. */
  async store(key: string, page: CachedPage): Promise<void> {
    this.#parts.memory.set(key, page);
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

  /** Forgets a page that is no more. */
  async drop(key: string): Promise<void> {
    this.#parts.memory.delete(key);
    try {
      await this.#parts.cache.delete(this.#address(key));
    } catch (error) {
      this.#failed('drop', error);
    }
  }

  /**
   * Whether the page was purged by another isolate; asked before one that is not fresh is served. The log knows the purges of
   * this data centre. Those of others are known where the zone is purged too: it takes pages out of the caches everywhere, and
   * what only this isolate still remembers is not to be trusted. Where nobody can tell, the page counts as purged: it may
   * have been withdrawn.
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
    const now = this.#parts.now();
    for (const tag of tags) this.#parts.memory.purge(tag, now);
    try {
      await this.#purges.add(tags, now);
      if (this.#parts.zone) await purgeZone(this.#parts.zone, tags);
    } catch (error) {
      this.#failed('purge', error);
    }
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
  const headers = [...response.headers].filter(([name]) => !INTERNAL.has(name)) as [string, string][];
  return {
    headers,
    body: new Uint8Array(await response.arrayBuffer()),
    etag: response.headers.get('etag') ?? '',
    tags: (response.headers.get(TAGS) ?? '').split(',').filter(Boolean),
    storedAt: Number(response.headers.get(STORED_AT) ?? 0),
  };
}

async function purgeZone(zone: ZonePurge, tags: readonly string[]): Promise<void> {
  for (let from = 0; from < tags.length; from += TAGS_PER_CALL) {
    await purgeSome(zone, tags.slice(from, from + TAGS_PER_CALL));
  }
}

async function purgeSome(zone: ZonePurge, tags: readonly string[]): Promise<void> {
  const response = await fetch(`https://api.cloudflare.com/client/v4/zones/${zone.zoneId}/purge_cache`, {
    method: 'POST',
    headers: { authorization: `Bearer ${zone.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
    // Whoever saved waits for this; what was saved is stored already.
    signal: AbortSignal.timeout(PURGE_PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`The zone's purge answered ${response.status}`);
}
