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
    const purges = await this.#read();
    return page.storedAt <= purges.floor || page.tags.some((tag) => page.storedAt <= (purges.tags[tag] ?? 0));
  }

  async add(tags: readonly string[], now: number): Promise<void> {
    const purges = await this.#read();
    for (const tag of tags) purges.tags[tag] = now;
    await this.cache.put(
      this.#address,
      new Response(JSON.stringify(trim(purges, now)), {
        headers: { 'content-type': 'application/json', 'cache-control': `public, max-age=${KEPT_SECONDS}` },
      }),
    );
  }

  async #read(): Promise<Purges> {
    const response = await this.cache.match(this.#address);
    return response ? await response.json<Purges>() : { floor: 0, tags: {} };
  }
}

function trim(purges: Purges, now: number): Purges {
  const young = Object.entries(purges.tags).filter(([, at]) => at > now - KEPT_SECONDS * 1000);
  young.sort(([, a], [, b]) => b - a);
  const dropped = young.slice(MAX_TAGS);
  return {
    floor: Math.max(purges.floor, ...dropped.slice(0, 1).map(([, at]) => at)),
    tags: Object.fromEntries(young.slice(0, MAX_TAGS)),
  };
}
