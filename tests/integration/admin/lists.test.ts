// Category, tag and author pages, all stories, and the database cost of every public address.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { policyOf } from '~/http/route-policy';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { cacheState, headingsOf, hrefsOf, roundTrips } from '../../support/html';
import { type BuiltRoute, listRoutes, plausibleAddress } from '../../support/routes';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();
const { site: cached } = siteTest({ pageCache: 'on' });

beforeEach(() => emptyMagazine(site.db));

/** Article slugs in the order in which a page first links to them. */
async function slugsOn(path: string): Promise<string[]> {
  const html = await site.text(path);
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return [...new Set(hrefsOf(main, '/article/'))];
}

describe('a category page', () => {
  it('lists featured articles first, then popular ones, then the newest', async () => {
    await addArticle(site.db, { slug: 'new', category: 'tools', age: 1 });
    await addArticle(site.db, { slug: 'old-featured', category: 'tools', age: 90, isFeatured: true });
    await addArticle(site.db, { slug: 'old-popular', category: 'tools', age: 80, isPopular: true });
    await addArticle(site.db, { slug: 'older', category: 'tools', age: 60 });
    expect(await slugsOn('/category/tools')).toEqual(['old-featured', 'old-popular', 'new', 'older']);
  });

  it('sorts its newest 20 this way and continues by date on later pages', async () => {
    for (let i = 1; i <= 23; i++) {
      await addArticle(site.db, {
        slug: `story-${i}`,
        category: 'tools',
        age: i,
        isFeatured: i === 22 || i === 20,
      });
    }
    const first = await slugsOn('/category/tools');
    expect(first).toHaveLength(20);
    expect(first[0]).toBe('story-20');
    expect(first).not.toContain('story-22');
    expect(await slugsOn('/category/tools?page=2')).toEqual(['story-21', 'story-22', 'story-23']);
  });

  it('counts published articles only', async () => {
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'tools', status: 'draft' });
    await addArticle(site.db, { category: 'tools', status: 'archived' });
    await addArticle(site.db, { category: 'tools', deleted: true });
    const html = await site.text('/category/tools');
    expect(html).toMatch(/\b2(<!-- -->)? articles/);
    expect(html).toContain('Updated regularly');
    expect(headingsOf(html)).toContain('All Tools Articles');
  });

  it('has a default description when its own is empty', async () => {
    await addCategory(site.db, 'growth-strategy', 'Growth Strategy');
    const html = await site.text('/category/growth-strategy');
    expect(html).toContain('Explore our latest articles about growth strategy');
    expect(html).toContain('No articles found');
    expect(html).toContain('We&#x27;re working on adding more content to this category. Check back soon!');
  });

  it('returns its own 404 page for a missing category or page number', async () => {
    await addCategory(site.db, 'tools');
    const missing = await site.get('/category/nothing');
    expect(missing.status).toBe(404);
    const html = await missing.text();
    expect(html).toContain('Category not found');
    expect(html).toContain('The category you&#x27;re looking for doesn&#x27;t exist');
    expect(html).toContain('Back to Home');
    for (const page of ['2', '0', '-1', 'x', '1e9', '99999999999999999999']) {
      expect((await site.get(`/category/tools?page=${page}`)).status, page).toBe(404);
    }
  });
});

describe('all stories', () => {
  it('lists every published article once, newest first, across its pages', async () => {
    for (let i = 1; i <= 45; i++) await addArticle(site.db, { slug: `story-${i}`, age: i });
    const pages = [
      await slugsOn('/category/all'),
      await slugsOn('/category/all?page=2'),
      await slugsOn('/category/all?page=3'),
    ];
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, i) => `story-${i + 1}`));
    expect((await site.get('/category/all?page=4')).status).toBe(404);
  });
});

describe('tag and author pages', () => {
  it('list the published articles with the tag only', async () => {
    await addArticle(site.db, { slug: 'one', tags: ['legal-tech', 'roi'], age: 2 });
    await addArticle(site.db, { slug: 'two', tags: ['legal-tech'], age: 1 });
    await addArticle(site.db, { slug: 'draft', tags: ['legal-tech'], status: 'draft' });
    await addArticle(site.db, { slug: 'other', tags: ['roi'] });
    expect(await slugsOn('/tag/legal-tech')).toEqual(['two', 'one']);
    expect((await site.get('/tag/unknown')).status).toBe(404);
  });

  it('list the articles of an author', async () => {
    await addArticle(site.db, { slug: 'hers', author: 'Priya Raman' });
    await addArticle(site.db, { slug: 'his', author: 'Tom Beckett' });
    expect(await slugsOn('/author/priya-raman')).toEqual(['hers']);
    expect(headingsOf(await site.text('/author/priya-raman'))).toContain('Priya Raman');
    expect((await site.get('/author/nobody')).status).toBe(404);
  });

  it('return 404 for authors without published articles', async () => {
    await addArticle(site.db, { author: 'Nia Bell', status: 'draft' });
    await addArticle(site.db, { author: 'Nia Bell', deleted: true });
    const page = await site.get('/author/nia-bell');
    expect([page.status, await page.text()]).toEqual([404, expect.not.stringContaining('Nia Bell')]);
    expect(await site.text('/sitemaps/pages.xml')).not.toContain('nia-bell');
  });
});

describe('the site layout', () => {
  it('lists every category but Interviews in the navigation, and current counts in the footer', async () => {
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'interviews', status: 'draft' });
    const html = await site.text('/newsletter');
    const bar = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
    expect(hrefsOf(bar, '/category/')).toContain('tools');
    expect(hrefsOf(bar, '/category/')).not.toContain('interviews');
    const footer = html.slice(html.indexOf('<footer'));
    expect(footer).toMatch(/Tools[\s\S]{0,200}?>2</);
  });
});

describe('the news sitemap', () => {
  it('contains the articles of the last 48 hours; the other sitemap contains the rest too', async () => {
    await addArticle(site.db, { slug: 'of-47-hours', age: 47 });
    await addArticle(site.db, { slug: 'of-49-hours', age: 49 });
    await addArticle(site.db, { slug: 'draft', age: 1, status: 'draft' });
    // A correction does not make an old article news.
    await site.db.query(
      "update articles set title = 'Corrected', updated_at = now() where slug = 'of-49-hours'",
    );
    const addressesIn = async (path: string) =>
      [...(await site.text(path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    const [newer, older] = ['47', '49'].map((hours) => `https://magazine.test/article/of-${hours}-hours`);
    expect(await addressesIn('/news-sitemap.xml')).toEqual([newer]);
    expect(await addressesIn('/sitemaps/articles-1.xml')).toEqual([older, newer]);
  });
});

/** Routes that are not public pages, and why. Every other route is measured below, including future ones. */
const NOT_PUBLIC: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /^\/(admin|admin-old|account|auth)(\/|$)/, reason: 'for signed-in users, or for signing in' },
  { pattern: /^\/api\/(me|articles\/:slug\/mine)$/, reason: "the viewer's own part of a page" },
  {
    pattern:
      /^\/api\/(ad-impressions|generate-\w+-images?|mail-events|reading|search-events|subscribe|viewed|views|view-tokens|zapier-webhook)$/,
    reason: 'accepts posts',
  },
  {
    pattern: /^\/(newsletter\/(confirm|preferences|unsubscribe)|preview\/:token)$/,
    reason: 'for the one person that a token identifies',
  },
  { pattern: /^\/(newsletter\/)?go(\/|$)/, reason: 'counts a click and redirects' },
  { pattern: /^\/api\/readership$/, reason: 'for programs with a key' },
  { pattern: /^\/media\//, reason: 'stored files' },
  { pattern: /^\/dev\//, reason: 'not available in production' },
];

/** Addresses of routes that need more than their path, or that are worth a second example. */
const EXAMPLES: Record<string, string[]> = {
  '/api/search': ['/api/search', '/api/search?q=story', '/api/search?q=story&view=card'],
  '/article/:slug': ['/article/story'],
  '/author/:slug': ['/author/tom-beckett'],
  '/category/:slug': ['/category/tools', '/category/tools?page=2'],
  '/category/:slug/feed.xml': ['/category/tools/feed.xml'],
  '/tag/:slug/feed.xml': ['/tag/roi/feed.xml'],
  '/author/:slug/feed.xml': ['/author/tom-beckett/feed.xml'],
  '/newsletter/archive/:day': ['/newsletter/archive/2026-01-06'],
  '/page/:slug': ['/page/about'],
  '/search': ['/search', '/search?q=story'],
  '/sitemaps/:file': ['/sitemaps/pages.xml', '/sitemaps/articles-1.xml'],
  '/tag/:slug': ['/tag/roi'],
};

/** Routes that are never cached, and why. */
const NEVER_CACHED: Record<string, string> = {
  '/api/openapi.json': 'for programs, which cache it themselves for five minutes',
  '/healthz': 'reports the current state',
  '/readyz': 'reports the current state',
  '/subscribe': 'shows a rejected form',
};

/** The catch-all route. */
const UNKNOWN = '/*';

// The layout route has the same address as the home page.
const routes = listRoutes(new URL('../../..', import.meta.url).pathname).filter(
  ({ id }) => id !== 'routes/_site',
);
const isExcluded = ({ pattern }: BuiltRoute) => NOT_PUBLIC.some((one) => one.pattern.test(pattern));
const publicRoutes = routes.filter((route) => !isExcluded(route));

/**
 * The existing addresses of public routes, and the data address that the browser's router requests for each.
 */
function addressesOf(isWanted: (route: BuiltRoute) => boolean): string[] {
  const wanted = publicRoutes.filter((route) => route.pattern !== UNKNOWN && isWanted(route));
  return wanted.flatMap(({ id, pattern }) => {
    const addresses = EXAMPLES[pattern] ?? [pattern];
    if (!id.startsWith('routes/_site.')) return addresses;
    const data = addresses.map((address) => address.replace(/^\/$/, '/_root').replace(/(?=\?|$)/, '.data'));
    return [...addresses, ...data];
  });
}

describe('the database cost of every public address', () => {
  beforeAll(async () => {
    await emptyMagazine(cached.db);
    const facts = { category: 'tools', tags: ['roi'], author: 'Tom Beckett' };
    await addArticle(cached.db, { ...facts, slug: 'story', title: 'A story' });
    for (let i = 0; i < 20; i++) await addArticle(cached.db, facts);
    const content = {
      subject: 'A newsletter',
      preheader: '',
      intro: ['Hello.'],
      articles: [],
      cta: null,
      ad: null,
      sender: { name: '', address: '', postal: '' },
      magazine: 'Law Firm Academy',
      countClicks: false,
    };
    await cached.db.query(
      "insert into newsletter_issues (issue_date, status, content) values ('2026-01-06', 'sent', $1)",
      [content],
    );
    await cached.db.query(`
      insert into pages (slug, title, content) values ('about', 'About', '<p>Us.</p>');
      insert into settings (key, value) values ('site', '{"adsTxt": "ads.example, 1, DIRECT", "indexNowKey": "a1b2c3d4"}')`);
  });

  it('covers every public route', () => {
    // A filter that matches nothing would pass without measuring anything.
    const patterns = publicRoutes.map(({ pattern }) => pattern);
    expect(patterns).toEqual(
      expect.arrayContaining([...Object.keys({ ...EXAMPLES, ...NEVER_CACHED }), '/', UNKNOWN]),
    );
    const cacheable = routes.filter((route) => policyOf(plausibleAddress(route)).cachedBy !== null);
    expect(cacheable.filter(isExcluded)).toEqual([]);
  });

  it.each(
    routes.filter(isExcluded).map(plausibleAddress),
  )('%s, which is not a page for everyone, takes a visitor at most one round trip', async (address) => {
    const answer = await cached.get(address);
    expect(answer.status).toBeLessThan(500);
    expect(roundTrips(answer)).toBeLessThanOrEqual(1);
  });

  it.each(
    addressesOf(({ pattern }) => !NEVER_CACHED[pattern]),
  )('%s takes at most one round trip, and none once cached', async (address) => {
    const first = await cached.get(address);
    expect([first.status, cacheState(first)]).toEqual([200, 'miss']);
    expect(roundTrips(first)).toBeLessThanOrEqual(1);
    const second = await cached.get(address);
    expect([second.status, cacheState(second), roundTrips(second)]).toEqual([200, 'hit', 0]);
  });

  it.each(
    addressesOf(({ pattern }) => Boolean(NEVER_CACHED[pattern])),
  )('%s takes at most one round trip each time', async (address) => {
    for (const _time of ['first', 'second']) {
      const answer = await cached.get(address);
      expect([answer.status, cacheState(answer)]).toEqual([200, 'bypass']);
      expect(roundTrips(answer)).toBeLessThanOrEqual(1);
    }
  });

  // A missing page costs one more query, which looks for a redirect, so that existing pages do not need it.
  // After the response, the worker records the missing path.
  it.each([
    ['/nowhere', 2],
    ['/article/none', 3],
    ['/author/none', 3],
    ['/category/none', 3],
    ['/category/none/feed.xml', 3],
    ['/page/none', 3],
    ['/tag/none', 3],
  ])('%s takes at most %i round trips and is never cached, because it does not exist', async (address, most) => {
    for (const _time of ['first', 'second']) {
      const answer = await cached.get(address);
      expect(answer.status).toBe(404);
      expect(cacheState(answer)).not.toBe('hit');
      expect(roundTrips(answer)).toBeLessThanOrEqual(most);
    }
  });
});
