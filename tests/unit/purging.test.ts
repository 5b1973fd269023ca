// A change purges exactly the pages it touches, in memory and in the data centre's cache.
import { describe, expect, it, vi } from 'vitest';
import { type ArticleStanding, touchedPages } from '~/features/articles/touched-pages';
import { PageCache, type ZonePurge } from '~/platform/page-cache.server';
import { type CachedPage, PageMemory } from '~/platform/page-memory.server';

const standing: ArticleStanding = {
  id: '1',
  isPublic: true,
  isFeatured: false,
  isPopular: false,
  publishDate: 5,
  categorySlug: 'tools',
  authorSlug: 'ann',
  tagSlugs: ['roi'],
};
const lists = ['articles', 'category:tools', 'author:ann', 'tag:roi'];

describe('a change of an article', () => {
  it('that nobody sees touches nothing', () => {
    const draft = { ...standing, isPublic: false };
    expect(touchedPages(null, draft)).toEqual([]);
    expect(touchedPages(draft, { ...draft, categorySlug: 'x' })).toEqual([]);
    expect(touchedPages(draft, null)).toEqual([]);
  });

  it('of its words touches the pages that show it, searches and sitemaps', () => {
    expect(touchedPages(standing, { ...standing })).toEqual(['article:1', 'search', 'sitemap']);
  });

  it('to public and back touches its lists and every footer', () => {
    const all = ['article:1', 'search', 'sitemap', ...lists, 'chrome'].sort();
    expect(touchedPages(null, standing).sort()).toEqual(all);
    expect(touchedPages(standing, { ...standing, isPublic: false }).sort()).toEqual(all);
    expect(touchedPages(standing, null).sort()).toEqual(all);
  });

  it('of its place touches the lists it leaves and joins', () => {
    expect(touchedPages(standing, { ...standing, publishDate: 6 }).sort()).toEqual(
      ['article:1', 'search', 'sitemap', ...lists].sort(),
    );
    const moved = touchedPages(standing, { ...standing, categorySlug: 'operations', tagSlugs: ['scaling'] });
    for (const tag of ['category:tools', 'category:operations', 'tag:roi', 'tag:scaling', 'chrome'])
      expect(moved).toContain(tag);
  });
});

/** As the Cache API behaves: by address, for all isolates of a data centre. */
function fakeCache(): Cache {
  const kept = new Map<string, Response>();
  return {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string) => kept.delete(key),
  } as unknown as Cache;
}

describe('the page cache', () => {
  let clock = 1_000;
  const nothing = (event: object) => expect(event).toBeUndefined();
  const isolate = (cache: Cache, build = 'b1', zone: ZonePurge | null = null, tell = nothing) =>
    new PageCache({
      memory: new PageMemory(),
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

  it('shares pages between isolates, whole', async () => {
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

  it('purges the zone of any number of tags, in calls that it takes', async () => {
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

  it('keeps nobody waiting for a purge of the zone that is not answered', async () => {
    const isOver = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.aborted && reject(signal.reason));
    });
    const told: object[] = [];
    const here = isolate(fakeCache(), 'b1', { zoneId: 'z', token: 't' }, (event) => told.push(event));
    await here.store('/a', page('a', ['x']));
    await here.purge(['x']);
    vi.unstubAllGlobals();
    isOver.mockRestore();
    expect(here.findInMemory('/a')).toBeUndefined();
    expect(told).toMatchObject([{ event: 'cache_failed', what: 'purge' }]);
  });

  it('trusts no page that the zone’s purge took out of the caches, though an isolate remembers it', async () => {
    const [cache, zone] = [fakeCache(), { zoneId: 'z', token: 't' }];
    const elsewhere = isolate(cache, 'b1', zone);
    const kept = page('a', ['x']);
    await elsewhere.store('/a', kept);
    expect(await elsewhere.isPurged('/a', kept)).toBe(false);
    // Another data centre purges: its log does not come here, the zone's purge does.
    await cache.delete('https://magazine.test/a?__build=b1');
    expect(elsewhere.findInMemory('/a')).toBeDefined();
    expect(await elsewhere.isPurged('/a', kept)).toBe(true);
    expect(await isolate(cache).isPurged('/a', kept)).toBe(false);
  });

  it('knows no pages of another build, because they name its scripts', async () => {
    const cache = fakeCache();
    await isolate(cache).store('/a', page('a', ['x']));
    expect(await read(isolate(cache, 'b2'), '/a')).toBeNull();
  });
});
