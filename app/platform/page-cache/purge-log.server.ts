// Recent purges, stored in the data center's cache, because the Cache API can delete a URL but not a tag.
import type { CachedPage } from './page-memory.server';

interface Purges {
  /** Pages stored at or before this time count as purged, regardless of their tags. */
  floor: number;
  /** Time of each tag's last purge, in milliseconds since 1970. */
  tags: Record<string, number>;
}

const KEPT_SECONDS = 24 * 60 * 60;
/** Above this number the oldest entries are dropped. All pages stored before them then count as purged. */
const MAX_TAGS = 2_000;

export class PurgeLog {
  readonly #address: string;

  constructor(
    private readonly cache: Cache,
    siteUrl: string,
  ) {
    this.#address = `${siteUrl}/__purges`;
  }

  async isPurged(page: CachedPage): Promise<boolean> {
    return page.storedAt <= lastPurge(await this.#read(), page.tags);
  }

  /**
   * Requests of an isolate must not wait for each other's promises, so each writes the recent purges of all of them,
   * and repeats this if another purge began during the write, which may have replaced that one's.
   * @param recent the isolate's purges, which may grow meanwhile
   */
  async add(recent: ReadonlyMap<string, number>, now: number): Promise<void> {
    let written: Purges;
    do {
      const purges = await this.#read();
      for (const [tag, at] of recent) purges.tags[tag] = Math.max(at, purges.tags[tag] ?? 0);
      written = trim(purges, now);
      await this.cache.put(
        this.#address,
        new Response(JSON.stringify(written), {
          headers: { 'content-type': 'application/json', 'cache-control': `public, max-age=${KEPT_SECONDS}` },
        }),
      );
    } while ([...recent].some(([tag, at]) => isKept(at, now) && at > lastPurge(written, [tag])));
  }

  async #read(): Promise<Purges> {
    const response = await this.cache.match(this.#address);
    return response ? await response.json<Purges>() : { floor: 0, tags: {} };
  }
}

const isKept = (at: number, now: number) => at > now - KEPT_SECONDS * 1000;

const lastPurge = (purges: Purges, tags: readonly string[]) =>
  Math.max(purges.floor, ...tags.map((tag) => purges.tags[tag] ?? 0));

function trim(purges: Purges, now: number): Purges {
  const young = Object.entries(purges.tags).filter(([, at]) => isKept(at, now));
  young.sort(([, a], [, b]) => b - a);
  const dropped = young.slice(MAX_TAGS);
  return {
    floor: Math.max(purges.floor, ...dropped.slice(0, 1).map(([, at]) => at)),
    tags: Object.fromEntries(young.slice(0, MAX_TAGS)),
  };
}
