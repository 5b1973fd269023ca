// Category, tag and author pages, all stories, and what they count.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addArticle, addCategory, emptyMagazine } from '../support/factory';
import { headingsOf, linksOf, roundTrips } from '../support/html';
import { type Site, startSite } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(() => emptyMagazine(site.db));
afterAll(() => site.stop());

/** Article slugs in the order in which a page first links them. */
async function slugsOn(path: string): Promise<string[]> {
  const html = await site.text(path);
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return [...new Set(linksOf(main, '/article/'))];
}

describe('a category page', () => {
  it('puts featured articles first, then popular ones, then the newest', async () => {
    await addArticle(site.db, { slug: 'new', category: 'tools', age: 1 });
    await addArticle(site.db, { slug: 'old-featured', category: 'tools', age: 90, isFeatured: true });
    await addArticle(site.db, { slug: 'old-popular', category: 'tools', age: 80, isPopular: true });
    await addArticle(site.db, { slug: 'older', category: 'tools', age: 60 });
    expect(await slugsOn('/category/tools')).toEqual(['old-featured', 'old-popular', 'new', 'older']);
  });

  it('sorts only its newest 20, and goes on by date on later pages', async () => {
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

  it('says what it is about when its description is empty', async () => {
    await addCategory(site.db, 'growth-strategy', 'Growth Strategy');
    const html = await site.text('/category/growth-strategy');
    expect(html).toContain('Explore our latest articles about growth strategy');
    expect(html).toContain('No articles found');
    expect(html).toContain('We&#x27;re working on adding more content to this category. Check back soon!');
  });

  it('answers 404 in its own words for a category, a page or a number that is not there', async () => {
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
  it('lists every published article once, newest first, over its pages', async () => {
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
  it('list what carries the tag, and nothing that is not published', async () => {
    await addArticle(site.db, { slug: 'one', tags: ['legal-tech', 'roi'], age: 2 });
    await addArticle(site.db, { slug: 'two', tags: ['legal-tech'], age: 1 });
    await addArticle(site.db, { slug: 'draft', tags: ['legal-tech'], status: 'draft' });
    await addArticle(site.db, { slug: 'other', tags: ['roi'] });
    expect(await slugsOn('/tag/legal-tech')).toEqual(['two', 'one']);
    expect((await site.get('/tag/unknown')).status).toBe(404);
  });

  it('list what an author wrote', async () => {
    await addArticle(site.db, { slug: 'hers', author: 'Priya Raman' });
    await addArticle(site.db, { slug: 'his', author: 'Tom Beckett' });
    expect(await slugsOn('/author/priya-raman')).toEqual(['hers']);
    expect(headingsOf(await site.text('/author/priya-raman'))).toContain('Priya Raman');
    expect((await site.get('/author/nobody')).status).toBe(404);
  });

  it('are not there for authors whom readers have read nothing of', async () => {
    await addArticle(site.db, { author: 'Nia Bell', status: 'draft' });
    await addArticle(site.db, { author: 'Nia Bell', deleted: true });
    const page = await site.get('/author/nia-bell');
    expect([page.status, await page.text()]).toEqual([404, expect.not.stringContaining('Nia Bell')]);
    expect(await site.text('/sitemaps/pages.xml')).not.toContain('nia-bell');
  });
});

describe('the shell around every page', () => {
  it('lists every category in the bar but Interviews, and live counts in the footer', async () => {
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'interviews', status: 'draft' });
    const html = await site.text('/newsletter');
    const bar = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
    expect(linksOf(bar, '/category/')).toContain('tools');
    expect(linksOf(bar, '/category/')).not.toContain('interviews');
    const footer = html.slice(html.indexOf('<footer'));
    expect(footer).toMatch(/Tools[\s\S]{0,200}?>2</);
  });

  it('costs one round trip to the database on every page', async () => {
    await addArticle(site.db, { slug: 'story', category: 'tools', tags: ['roi'], author: 'Tom Beckett' });
    await site.db.query(`insert into pages (slug, title, content) values ('about', 'About', '<p>Us.</p>')`);
    const paths = [
      '/',
      '/article/story',
      '/category/tools',
      '/category/all',
      '/tag/roi',
      '/author/tom-beckett',
      '/newsletter',
      '/search',
      '/search?q=story',
      '/page/about',
      '/api/search?q=story',
      '/article/story.data',
    ];
    for (const path of paths) expect(roundTrips(await site.get(path)), path).toBeLessThanOrEqual(1);
    // What is not there is asked once more, whether it has moved, and its path is noted.
    for (const path of ['/article/none', '/nowhere']) {
      expect(roundTrips(await site.get(path)), path).toBeLessThanOrEqual(3);
    }
  });
});
