// LRU cache of rendered pages in the isolate's memory, indexed by key and tag.

/** A rendered response. `storedAt` is in milliseconds since 1970. */
export interface CachedPage {
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  tags: readonly string[];
  storedAt: number;
  /** `headers` as a Headers object, created once. */
  responseHeaders?: Headers;
  /** When a request last started to render a newer copy, so that others do not. */
  renewedAt?: number;
}

/** At most a third of an isolate's 128 MB, which leaves memory for rendering. */
const MAX_BYTES = 40 * 1024 * 1024;
/** Approximate size of an entry without its body. */
const OVERHEAD_BYTES = 4 * 1024;
/** Longer than any rendering. */
const PURGE_REMEMBERED_MS = 60_000;

export class PageMemory {
  readonly #pages = new Map<string, CachedPage>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #purgedAt = new Map<string, number>();
  #bytes = 0;

  constructor(readonly maxBytes = MAX_BYTES) {}

  get(key: string): CachedPage | undefined {
    const page = this.#pages.get(key);
    if (page) {
      // A Map keeps insertion order, so reinserting makes this the most recently used entry.
      this.#pages.delete(key);
      this.#pages.set(key, page);
    }
    return page;
  }

  /** `purged` for a page that is as old as a purge of one of its tags. */
  set(key: string, page: CachedPage): 'stored' | 'purged' | 'too large' {
    this.delete(key);
    // Rendered from data before a purge and finished after it, so already stale.
    if (page.tags.some((tag) => page.storedAt <= (this.#purgedAt.get(tag) ?? 0))) return 'purged';
    const size = page.body.byteLength + OVERHEAD_BYTES;
    if (size > this.maxBytes / 8) return 'too large';
    this.#pages.set(key, page);
    this.#bytes += size;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.maxBytes) break;
      this.delete(oldest);
    }
    return 'stored';
  }

  delete(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= page.body.byteLength + OVERHEAD_BYTES;
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  /** Drops the pages with this tag that were stored at or before `until`. */
  purge(tag: string, until: number): void {
    for (const [other, at] of this.#purgedAt)
      if (at < until - PURGE_REMEMBERED_MS) this.#purgedAt.delete(other);
    this.#purgedAt.set(tag, until);
    for (const key of [...(this.#keysByTag.get(tag) ?? [])]) {
      const page = this.#pages.get(key);
      if (page && page.storedAt <= until) this.delete(key);
    }
  }

  /** The time of each tag's last purge in this isolate, for at least a minute. */
  get recentPurges(): ReadonlyMap<string, number> {
    return this.#purgedAt;
  }

  get bytes(): number {
    return this.#bytes;
  }
}
