// Words of the specification that no other test reads: what a screen says when it fails or has nothing, and its choices.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addArticle, addCategory, emptyMagazine } from '../support/factory';
import { textOf } from '../support/html';
import { type Site, startSite } from '../support/site';
import { type Visitor, visitAsAdmin } from '../support/visitor';

const SOME_ID = '11111111-1111-4111-8111-111111111111';

let site: Site;
let admin: Visitor;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  admin = await visitAsAdmin(site);
});
afterAll(() => site.stop());
beforeEach(() => emptyMagazine(site.db));

/** The page while that table is gone: a failure that is not the database's being away. */
async function readWithout(table: string, path: string): Promise<{ status: number; text: string }> {
  await site.db.query(`alter table ${table} rename to gone_for_now`);
  try {
    const answer = await admin.get(path);
    return { status: answer.status, text: textOf(await answer.text()) };
  } finally {
    await site.db.query(`alter table gone_for_now rename to ${table}`);
  }
}

const optionsOf = (html: string, name: string) => {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, 's').exec(html)?.[1] ?? '';
  return [...select.matchAll(/<option[^>]*>(.*?)<\/option>/gs)].map(([, words]) => textOf(words ?? ''));
};

describe('what cannot be shown says so', () => {
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
  ])('%s', async (path, table, words) => {
    const { status, text } = await readWithout(table, path);
    expect(status).toBe(500);
    for (const sentence of words) expect(text).toContain(sentence);
  });
});

describe('a magazine without articles', () => {
  it('invites to come back', async () => {
    const text = textOf(await site.text('/'));
    expect(text).toMatch(
      /No Featured Stories Available\s*Check back soon for the latest legal insights and strategies\./,
    );
    expect(text).toContain('No stories available at the moment');
    expect(text).not.toContain('More Headlines');
  });
});

describe('the front page', () => {
  it('has more headlines under the latest story', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await addArticle(site.db, { title });
    expect(textOf(await site.text('/'))).toMatch(/Latest Stories.*More Headlines.*View All Stories/s);
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
  it('leads back to the site', async () => {
    expect(await site.text('/auth')).toMatch(
      /<a[^>]*href="\/"[^>]*>(?:<svg.*?<\/svg>)?\s*Back to site\s*<\/a>/s,
    );
  });
});

describe('the dialog of an ad', () => {
  it('is called by what it does', async () => {
    await site.db.query(`insert into ads (id, name, type) values ($1, 'Ledger', 'banner')`, [SOME_ID]);
    expect(textOf(await (await admin.get('/admin/ads?new')).text())).toContain('Create New Ad');
    expect(textOf(await (await admin.get(`/admin/ads?edit=${SOME_ID}`)).text())).toContain('Edit Ad');
    await site.empty('ads');
  });
});
