// Search in the admin article list, which is the site's search in all statuses.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsAdmin } from '../../support/visitor';

const LIST = '/admin/articles';
const { it, site } = siteTest();
let admin: Visitor;
let author: Visitor;
let authorId: string;

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  authorId = await addAccount(site.db, { email: 'author@example.com', role: 'author' });
  author = visit(site);
  await author.signIn('author@example.com');
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await addArticle(site.db, { title: 'Intake response times', slug: 'public', category: 'tools', age: 1 });
  await addArticle(site.db, { title: 'Intake, a draft', summary: 'Fast responses', status: 'draft', age: 2 });
  await addArticle(site.db, { title: 'Old intake response', deleted: true, age: 3 });
  const own = await addArticle(site.db, { title: 'My response to intake', status: 'draft', age: 4 });
  await site.db.query('update articles set owner_id = $1 where id = $2', [authorId, own]);
  await site.db.query('select count_vocabulary()');
});

async function list(
  query: string,
  who = admin,
): Promise<{ titles: string[]; text: string; roundTrips: number }> {
  const page = await who.get(`${LIST}?${query}`);
  const html = await page.text();
  const titles = [...html.matchAll(/class="articles__name"[^>]*>([^<]*)</g)].map(([, title = '']) => title);
  return { titles, text: visibleTextOf(html), roundTrips: roundTrips(page) };
}

const ALL = ['Intake response times', 'Intake, a draft', 'My response to intake'];

describe('a search in the article list', () => {
  it('finds words in any order and in other forms, in drafts too, in one round trip besides the guard', async () => {
    for (const search of [
      'intake response',
      'response intake',
      'responses intake',
      'intake respon',
      'RESPONSE ÍNTAKE',
    ]) {
      const found = await list(`search=${encodeURIComponent(search)}`);
      expect(found.titles, search).toEqual(ALL);
      expect(found.roundTrips).toBe(2);
    }
  });

  it('corrects a typo and says so', async () => {
    const found = await list('search=intkae%20response');
    expect(found.titles).toEqual(ALL);
    expect(found.text).toContain(
      'Nothing matches “intkae response” exactly. Showing results for intake response.',
    );
    expect((await list('search=intake')).text).not.toContain('Showing results for');
    expect((await list('')).text).not.toContain('Showing results for');
  });

  it('finds two characters at the beginning of a word', async () => {
    expect((await list('search=my')).titles).toEqual(['My response to intake']);
    expect((await list('search=zz')).titles).toEqual([]);
  });

  it('applies the filters, also in the Trash', async () => {
    expect((await list('search=intake&status=draft')).titles).toEqual([
      'Intake, a draft',
      'My response to intake',
    ]);
    expect((await list('search=intake&status=published')).titles).toEqual(['Intake response times']);
    expect((await list('search=intake&categoryId=none')).titles).toEqual(ALL.slice(1));
    expect((await list('search=intake&view=trash')).titles).toEqual(['Old intake response']);
  });

  it('finds only their own articles for authors', async () => {
    const found = await list('search=intake', author);
    expect(found.titles).toEqual(['My response to intake']);
    expect((await list('search=intkae', author)).titles).toEqual(['My response to intake']);
  });

  it('does not tell authors which words the drafts of others contain', async () => {
    await addArticle(site.db, { title: 'Merger with Blackwood', status: 'draft' });
    await addArticle(site.db, { title: 'Trip to Greenfield', deleted: true });
    for (const title of ['Blakwood', 'Greenfeld']) {
      const own = await addArticle(site.db, { title, status: 'draft' });
      await site.db.query('update articles set owner_id = $1 where id = $2', [authorId, own]);
    }
    // Words in other people's drafts are corrected to the author's own words, as if those drafts did not exist.
    expect((await list('search=Blackwood', author)).titles).toEqual(['Blakwood']);
    expect((await list('search=Greenfield', author)).titles).toEqual(['Greenfeld']);
    expect((await list('search=Blackwood')).titles).toEqual(['Merger with Blackwood']);
    for (const asked of ['', '&for=links']) {
      const answer = await author.get(`/admin/articles/choices?search=Blackwood${asked}`);
      expect(await answer.text()).not.toContain('Merger');
    }
  });

  it('answers any text', async () => {
    for (const search of [
      '"open',
      '-',
      '!!!',
      'a & | ! :*',
      "' or 1=1",
      '🙂',
      '\u202e',
      'x'.repeat(300),
      'w '.repeat(90),
    ])
      expect((await admin.get(`${LIST}?search=${encodeURIComponent(search)}`)).status, search).toBe(200);
  });
});
