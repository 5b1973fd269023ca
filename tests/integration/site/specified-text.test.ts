// Specified text that no other test checks: messages for errors and empty states, and options.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, emptyMagazine, withoutTable } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const SOME_ID = '11111111-1111-4111-8111-111111111111';

const { it, site, admin } = adminTest();

beforeEach(() => emptyMagazine(site.db));

const optionsOf = (html: string, name: string) => {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1] ?? '';
  return [...select.matchAll(/<option[^>]*>(.*?)<\/option>/gs)].map(([, label]) =>
    visibleTextOf(label ?? ''),
  );
};

describe('a page that cannot be loaded', () => {
  it.each([
    ['/admin/articles', 'articles', ['Failed to load articles']],
    [`/admin/articles/${SOME_ID}/edit`, 'articles', ['Failed to load article']],
    ['/admin/tags', 'tags', ['Failed to load tags']],
    ['/admin/leads', 'leads', ['Failed to load leads']],
    ['/admin/ads', 'ads', ['Failed to load ads']],
    ['/admin-old', 'articles', ['Failed to load data']],
    ['/', 'articles', ['Error Loading Content', 'Failed to fetch homepage articles']],
    ['/category/tools', 'articles', ['Failed to fetch category']],
    ['/article/any', 'articles', ['Failed to fetch article']],
  ])('reports the failure: %s', async (path, table, messages) => {
    const answer = await withoutTable(site.db, table, () => admin.get(path));
    expect(answer.status).toBe(500);
    const text = visibleTextOf(await answer.text());
    for (const sentence of messages) expect(text).toContain(sentence);
  });
});

describe('a magazine without articles', () => {
  it('invites readers to come back', async () => {
    const text = visibleTextOf(await site.text('/'));
    expect(text).toMatch(
      /No Featured Stories Available\s*Check back soon for the latest legal insights and strategies\./,
    );
    expect(text).toContain('No stories available at the moment');
    for (const absent of ['More Headlines', 'Featured Articles', 'Related Coverage'])
      expect(text).not.toContain(absent);
  });
});

describe('the front page', () => {
  it('has more headlines below the latest story', async () => {
    for (const [at, title] of ['One', 'Two', 'Three', 'Four', 'Five'].entries())
      await addArticle(site.db, { title, age: at + 1, isPopular: title === 'One' || title === 'Three' });
    const text = visibleTextOf(await site.text('/'));
    expect(text).toMatch(/Latest Stories.*More Headlines.*View All Stories/s);
    expect(text).toMatch(
      /Latest\s*Popular\s*One.*More Headlines\s*Latest\s*Two.*Popular\s*Three.*Latest\s*Four.*View All Stories/s,
    );
    expect(text).not.toMatch(/More Headlines.*Five.*View All Stories/s);
  });

  it('shows the first of the featured articles and then its related coverage', async () => {
    for (let at = 1; at <= 6; at += 1)
      await addArticle(site.db, { title: `Star ${at}`, age: at, isFeatured: true });
    expect(visibleTextOf(await site.text('/'))).toMatch(
      /FEATURED STORY.*Star 1.*Latest Stories.*Star 2.*Featured Articles.*Star 5.*Related Coverage.*Star 6/s,
    );
  });
});

describe('the list of articles', () => {
  it('offers the specified filters', async () => {
    await addCategory(site.db, 'tools');
    const html = await (await admin.get('/admin/articles')).text();
    expect(optionsOf(html, 'status')).toEqual(['All Status', 'Published', 'Draft', 'Archived']);
    expect(optionsOf(html, 'categoryId')).toEqual(['All Categories', 'No Category', 'Tools']);
  });
});

describe('the sign-in page', () => {
  it('links back to the site', async () => {
    expect(await site.text('/auth')).toMatch(
      /<a[^>]*href="\/"[^>]*>(?:<svg.*?<\/svg>)?\s*Back to site\s*<\/a>/s,
    );
  });
});

describe('the ad dialog', () => {
  it('has a title for its action', async () => {
    await site.db.query(`insert into ads (id, name, type) values ($1, 'Ledger', 'banner')`, [SOME_ID]);
    expect(visibleTextOf(await (await admin.get('/admin/ads?new')).text())).toContain('Create New Ad');
    expect(visibleTextOf(await (await admin.get(`/admin/ads?edit=${SOME_ID}`)).text())).toContain('Edit Ad');
    await site.empty('ads, ad_days');
  });
});
