// A change purges exactly the pages it affects, in memory and in the data center's cache.
import { describe, expect, it, vi } from 'vitest';
import { type ArticleCacheState, listChangedTags } from '~/features/articles/publishing/article-cache-tags';
import { PageCache, type ZonePurge } from '~/platform/page-cache/page-cache.server';
import { type CachedPage, PageMemory } from '~/platform/page-cache/page-memory.server';

const published: ArticleCacheState = {
  id: '1',
  isPublic: true,
  isFeatured: false,
  isPopular: false,
  publishDate: 5,
  categorySlug: 'tools',
  authorSlug: 'ann',
  coauthorSlugs: ['bo'],
  tagSlugs: ['roi'],
};
const lists = ['articles', 'category:tools', 'author:ann', 'author:bo', 'tag:roi'];

describe('change of an article', () => {
  it('that is not public purges nothing', () => {
    const draft = { ...published, isPublic: false };
    expect(listChangedTags(null, draft)).toEqual([]);
    expect(listChangedTags(draft, { ...draft, categorySlug: 'x' })).toEqual([]);
    expect(listChangedTags(draft, null)).toEqual([]);
  });

  it('of its text purges the pages that show it, searches and sitemaps', () => {
    expect(listChangedTags(published, { ...published })).toEqual(['article:1', 'search', 'sitemap']);
  });

  it('of its publication purges its lists and every footer', () => {
    const all = ['article:1', 'search', 'sitemap', ...lists, 'chrome'].sort();
    expect(listChangedTags(null, published).sort()).toEqual(all);
    expect(listChangedTags(published, { ...published, isPublic: false }).sort()).toEqual(all);
    expect(listChangedTags(published, null).sort()).toEqual(all);
  });

  it('of its category or tags purges the lists it leaves and joins', () => {
    expect(listChangedTags(published, { ...published, publishDate: 6 }).sort()).toEqual(
      ['article:1', 'search', 'sitemap', ...lists].sort(),
    );
    const moved = listChangedTags(published, {
      ...published,
      categorySlug: 'operations',
      tagSlugs: ['scaling'],
    });
    const others = listChangedTags(published, { ...published, coauthorSlugs: ['cy'] });
    for (const tag of ['author:bo', 'author:cy']) expect(others).toContain(tag);
    for (const tag of ['category:tools', 'category:operations', 'tag:roi', 'tag:scaling', 'chrome'])
      expect(moved).toContain(tag);
  });
});

/** Behaves like the Cache API: by URL, shared by all isolates of a data center. */
function fakeCache(): Cache {
  const kept = new Map<string, Response>();
  return {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string) => kept.delete(key),
  } as unknown as Cache;
}

describe('page cache', () => {
  let clock = 1_000;
  const nothing = (event: object) => expect(event).toBeUndefined();
  const isolate = (
    cache: Cache,
    build = 'b1',
    zone: ZonePurge | null = null,
    tell = nothing,
    memory = new PageMemory(),
  ) =>
    new PageCache({
      memory,
      cache,
      siteUrl: 'https://magazine.test',
      build,
      now: () => clock,
      log: { write: tell },
      zone,
    });
  const page = (body: string, tags: string[]): CachedPage => ({
    headers: [
      ['content-type', 'text/html'],
      ['etag', '"e"'],
      ['content-security-policy', "script-src 'self'"],
    ],
    body: new TextEncoder().encode(body),
    etag: '"e"',
    tags,
    storedAt: clock,
  });
  const read = async (from: PageCache, key: string) => {
    const found = from.findInMemory(key) ?? (await from.findShared(key));
    return found ? new TextDecoder().decode(found.body) : null;
  };

  it('shares complete pages between isolates', async () => {
    const cache = fakeCache();
    await isolate(cache).store('/a?page=2', page('hello', ['x', 'y']));
    const other = isolate(cache);
    expect(await read(other, '/a?page=2')).toBe('hello');
    expect(other.findInMemory('/a?page=2')).toMatchObject({ etag: '"e"', tags: ['x', 'y'], storedAt: clock });
    expect(Object.fromEntries(other.findInMemory('/a?page=2')?.headers ?? [])).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "script-src 'self'",
    });
    expect(await read(other, '/a')).toBeNull();
  });

  it('purges by tag what any isolate stored before', async () => {
    const cache = fakeCache();
    const [one, two] = [isolate(cache), isolate(cache)];
    await one.store('/a', page('a', ['x']));
    await one.store('/b', page('b', ['y']));
    clock += 1;
    await two.purge(['x']);
    expect(await read(isolate(cache), '/a')).toBeNull();
    expect(await read(isolate(cache), '/b')).toBe('b');
    clock += 1;
    await two.store('/a', page('a2', ['x']));
    expect(await read(isolate(cache), '/a')).toBe('a2');
  });

  it('purges the zone for any number of tags, in calls of the allowed size', async () => {
    const calls: string[][] = [];
    vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
      calls.push(JSON.parse(init.body).tags);
      return new Response('{}');
    });
    const tags = Array.from({ length: 70 }, (_, i) => `article:${i}`);
    await isolate(fakeCache(), 'b1', { zoneId: 'z', token: 't' }).purge(tags);
    vi.unstubAllGlobals();
    expect(calls.map(({ length }) => length)).toEqual([30, 30, 10]);
    expect(calls.flat()).toEqual(tags);
  });

  it('continues with the other calls when one fails, and logs each failure', async () => {
    const calls: string[][] = [];
    vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
      calls.push(JSON.parse(init.body).tags);
      return new Response('{}', { status: calls.length === 1 ? 500 : 200 });
    });
    const cache = fakeCache();
    cache.put = async () => {
      throw new Error('The cache is full');
    };
    const loggedEvents: object[] = [];
    const tell = (event: object) => loggedEvents.push(event);
    const tags = Array.from({ length: 70 }, (_, i) => `article:${i}`);
    await isolate(cache, 'b1', { zoneId: 'z', token: 't' }, tell).purge(tags);
    vi.unstubAllGlobals();
    expect(calls.flat()).toEqual(tags);
    expect(loggedEvents).toEqual([
      { event: 'cache_failed', what: 'purge', reason: 'Error: The cache is full' },
      { event: 'cache_failed', what: 'purge', reason: 'Error: The zone purge failed with status 500' },
    ]);
  });

  it('logs every purge when requests of an isolate purge at the same time', async () => {
    const cache = fakeCache();
    const stored = isolate(cache);
    await stored.store('/a', page('a', ['x']));
    await stored.store('/b', page('b', ['y']));
    await stored.store('/c', page('c', ['z']));
    clock += 1;
    // The first write arrives last.
    const { put } = cache;
    let isFirst = true;
    cache.put = async (...entry) => {
      const isLate = isFirst;
      isFirst = false;
      if (isLate) for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      await put(...entry);
    };
    const memory = new PageMemory();
    const request = () => isolate(cache, 'b1', null, nothing, memory);
    await Promise.all([request().purge(['x']), request().purge(['y'])]);
    expect(await read(isolate(cache), '/a')).toBeNull();
    expect(await read(isolate(cache), '/b')).toBeNull();
    expect(await read(isolate(cache), '/c')).toBe('c');
  });

  it('writes its log once, also when the previous purge is more than a day old', async () => {
    const cache = fakeCache();
    const here = isolate(cache);
    await here.purge(['x']);
    clock += 25 * 60 * 60 * 1000;
    const { put } = cache;
    let writes = 0;
    cache.put = async (...entry) => {
      writes += 1;
      if (writes > 1) throw new Error('Written again');
      await put(...entry);
    };
    await here.purge([]);
    expect(writes).toBe(1);
  });

  it('does not return a shared page that is purged while it is read', async () => {
    const cache = fakeCache();
    const here = isolate(cache);
    await isolate(cache).store('/a', page('a', ['x']));
    clock += 1;
    let write = () => {};
    cache.put = () =>
      new Promise<void>((done) => {
        write = done;
      });
    const reading = here.findShared('/a');
    const purging = here.purge(['x']);
    expect(await reading).toBeNull();
    write();
    await purging;
    expect(here.findInMemory('/a')).toBeUndefined();
  });

  it('does not wait for an unanswered purge of the zone', async () => {
    const isOver = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.aborted && reject(signal.reason));
    });
    const loggedEvents: object[] = [];
    const here = isolate(fakeCache(), 'b1', { zoneId: 'z', token: 't' }, (event) => loggedEvents.push(event));
    await here.store('/a', page('a', ['x']));
    await here.purge(['x']);
    vi.unstubAllGlobals();
    isOver.mockRestore();
    expect(here.findInMemory('/a')).toBeUndefined();
    expect(loggedEvents).toMatchObject([{ event: 'cache_failed', what: 'purge' }]);
  });

  it("drops a page from memory after the zone's purge removed it from the cache", async () => {
    const [cache, zone] = [fakeCache(), { zoneId: 'z', token: 't' }];
    const elsewhere = isolate(cache, 'b1', zone);
    const kept = page('a', ['x']);
    await elsewhere.store('/a', kept);
    expect(await elsewhere.isPurged('/a', kept)).toBe(false);
    // Another data center purges. Its log does not reach this one; the zone's purge does.
    await cache.delete('https://magazine.test/a?__build=b1');
    expect(elsewhere.findInMemory('/a')).toBeDefined();
    expect(await elsewhere.isPurged('/a', kept)).toBe(true);
    expect(await isolate(cache).isPurged('/a', kept)).toBe(false);
  });

  it('ignores pages of another build, because they reference its scripts', async () => {
    const cache = fakeCache();
    await isolate(cache).store('/a', page('a', ['x']));
    expect(await read(isolate(cache, 'b2'), '/a')).toBeNull();
  });
});
