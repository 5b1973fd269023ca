// The page cache: what is cached, what shares an entry, and behavior while the database is unavailable.
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, addCategory, emptyMagazine, withoutTable } from '../../support/factory';
import { cacheState, roundTrips } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest({ pageCache: 'on' });
let names = 0;
/** Returns a new slug each time, because pages of other tests may be cached. */
const newSlug = () => `story-${++names}`;

beforeEach(() => emptyMagazine(site.db));

describe('a public page', () => {
  it('takes no round trip once it is cached', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    const first = await site.get(`/article/${slug}`);
    expect([cacheState(first), roundTrips(first)]).toEqual(['miss', 1]);
    const second = await site.get(`/article/${slug}`);
    expect([cacheState(second), roundTrips(second)]).toEqual(['hit', 0]);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  });

  it('is revalidated by browsers every time, and answers 304 when unchanged', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    const first = await site.get(`/article/${slug}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(W\/)?"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    const again = await site.get(`/article/${slug}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await site.get(`/article/${slug}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    );
  });

  it('is one entry for any tracking parameters and cookies', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await site.get(`/article/${slug}`);
    expect(cacheState(await site.get(`/article/${slug}?utm_source=x&fbclid=y&page=3`))).toBe('hit');
    const withCookie = await site.get(`/article/${slug}`, { headers: { cookie: 'session=1' } });
    expect(cacheState(withCookie)).toBe('hit');
    expect(withCookie.headers.get('set-cookie')).toBeNull();
  });

  it('has separate entries for parameters that matter', async () => {
    const slug = newSlug();
    await addCategory(site.db, slug);
    for (let i = 0; i < 21; i++) await addArticle(site.db, { category: slug });
    await site.get(`/category/${slug}`);
    expect(cacheState(await site.get(`/category/${slug}?page=1`))).toBe('hit');
    expect(cacheState(await site.get(`/category/${slug}?page=2`))).toBe('miss');
    expect(cacheState(await site.get(`/category/${slug}?page=2&x=1`))).toBe('hit');
  });

  it('answers HEAD like GET, without a body', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug });
    await site.get(`/article/${slug}`);
    const head = await site.get(`/article/${slug}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBeTruthy();
    expect(await head.text()).toBe('');
  });

  it('follows the search and social fields of an article that keeps its date', async () => {
    const slug = newSlug();
    const admin = await visitAsAdmin(site);
    const id = await createByForm(admin, { slug, title: `Title of ${slug}`, status: 'published' });
    const listings = ['/llms.txt', '/sitemaps/articles-1.xml', '/news-sitemap.xml'];
    for (const path of listings) expect(await site.text(path), path).toContain(`/article/${slug}`);
    await site.get(`/article/${slug}`);
    const form = await readFormFields(await admin.get(editPath(id)));
    const change = { keepPublishDate: 'on', hideFromSearch: 'on', searchTitle: 'Hidden' };
    expect((await postForm(admin, editPath(id), { ...form, ...change })).status).toBe(303);
    expect(await site.text(`/article/${slug}`)).toContain('<title>Hidden</title>');
    for (const path of listings) expect(await site.text(path), path).not.toContain(`/article/${slug}`);
  });

  it('is not cached while missing, and appears as soon as it exists', async () => {
    const slug = newSlug();
    expect((await site.get(`/article/${slug}`)).status).toBe(404);
    await addArticle(site.db, { slug });
    expect((await site.get(`/article/${slug}`)).status).toBe(200);
  });
});

describe('while an inessential table is broken', () => {
  const inessentialFailures = async () =>
    (await site.logLines()).filter(({ event }) => event === 'inessential_failed').map(({ what }) => what);

  it('shows the page without that part and does not cache it', async () => {
    const slug = newSlug();
    await addArticle(site.db, { slug, title: 'Still here' });
    const broken = await withoutTable(site.db, 'ad_placements', () => site.get(`/article/${slug}`));
    expect(broken.status).toBe(200);
    expect(await broken.text()).toContain('Still here');
    expect(cacheState(await site.get(`/article/${slug}`))).toBe('miss');
    expect(await inessentialFailures()).toContain('ads');
  });

  it('shows a page without the category list, which is only logged', async () => {
    const broken = await withoutTable(site.db, 'categories', () => site.get('/newsletter'));
    expect(broken.status).toBe(200);
    expect(await broken.text()).toContain('Scale Your Law Firm');
    expect(await inessentialFailures()).toContain('site links');
  });
});

describe('while the database is unavailable', () => {
  it('serves cached pages, answers 503 for others, and recovers', async () => {
    const [cached, uncached] = [newSlug(), newSlug()];
    await addArticle(site.db, { slug: cached, title: 'Known story' });
    await addArticle(site.db, { slug: uncached, title: 'Unknown story' });
    await site.get(`/article/${cached}`);
    await site.withoutDatabase(async () => {
      expect(await site.text(`/article/${cached}`)).toContain('Known story');
      const refused = await site.get(`/article/${uncached}`);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const html = await refused.text();
      expect(html).toContain('Failed to fetch article');
      expect(html).toContain('Try Again');
      const ready = await site.get('/readyz');
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({
        status: 'unavailable',
        dependencies: { database: { status: 'unavailable' }, files: { status: 'ok' } },
      });
      expect(await (await site.get('/healthz')).json()).toEqual({ status: 'ok' });
      const form = new URLSearchParams({ email: 'kept@example.com', source: 'footer', returnTo: '/' });
      const subscribe = await site.get('/subscribe', { method: 'POST', body: form });
      expect(subscribe.status).toBe(503);
      const page = await subscribe.text();
      expect(page).toContain('kept@example.com');
      expect(page).toContain('Failed to subscribe. Please try again.');
    });
    expect((await site.get(`/article/${uncached}`)).status).toBe(200);
    expect((await site.get('/readyz')).status).toBe(200);
  });
});
