// The Search Terms and Synonyms screens with plain forms.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const TERMS = '/admin/search';
const SYNONYMS = '/admin/search/synonyms';
const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('search_synonyms, audit_log');
});

const textOf = async (path: string) => visibleTextOf(await (await admin.get(path)).text());

describe('search terms', () => {
  /** Counts `searches` of a query `ago` days ago. Returns the row's id. */
  async function addCount(
    query: string,
    searches: number,
    more: { empty?: number; callers?: number; ago?: number } = {},
  ) {
    const { empty = 0, callers = 3, ago = 0 } = more;
    const { rows } = await site.db.query(
      `insert into search_counts (day, query, searches, empty, callers)
       values (magazine_day(now(), magazine_zone()) - $5::int, $1, $2, $3, $4) returning id`,
      [query, searches, empty, callers, ago],
    );
    return rows[0].id as number;
  }
  const queriesIn = (html: string) =>
    [...html.matchAll(/search-terms__query"[^>]*><strong>([^<]*)/g)].map(([, query]) => query);
  const listed = async (query = '') => queriesIn(await (await admin.get(TERMS + query)).text());

  it('has empty states', async () => {
    expect(await textOf(TERMS)).toContain('No searches in this period');
    await addCount('rare', 2, { callers: 2 });
    const text = await textOf(TERMS);
    expect(text).toContain('2 searches');
    expect(text).toContain('No terms to show yet');
    expect(text).not.toContain('rare');
    expect(text).not.toContain('Export CSV');
  });

  it('are shown once three callers searched for them on one day, with figures, in one round trip besides the guard', async () => {
    const id = await addArticle(site.db, { title: 'Answer the phone', slug: 'answer' });
    const [today, earlier] = [
      await addCount('intake', 5),
      await addCount('intake', 2, { callers: 1, ago: 3, empty: 1 }),
    ];
    await addCount('one person again', 9, { callers: 2, ago: 1 });
    await addCount('one person again', 9, { callers: 2, ago: 2 });
    await addCount('missed', 4, { empty: 4 });
    await addCount('long ago', 4, { ago: 40 });
    for (const count of [today, earlier])
      await site.db.query('insert into search_opens values ($1, $2, 2)', [count, id]);
    const page = await admin.get(TERMS);
    expect(roundTrips(page)).toBe(2);
    const html = await page.text();
    expect(queriesIn(html)).toEqual(['intake', 'missed']);
    expect(visibleTextOf(html)).toMatch(/intake\s*7\s*1\s*14%\s*Answer the phone\s*4 times/);
    expect(html).toContain('href="/article/answer"');
    expect(html).not.toMatch(/ style="/);
    expect(await listed('?range=90')).toEqual(['intake', 'long ago', 'missed']);
    expect(await listed('?range=90&sort=query')).toEqual(['intake', 'long ago', 'missed']);
    expect(await listed('?sort=empty')).toEqual(['missed', 'intake']);
    expect(await listed('?view=empty')).toEqual(['missed']);
    expect(html).toContain('/admin/search/synonyms?new=&amp;from=missed');
    expect(html).toContain('/admin/redirects?new=&amp;from=%2Fsearch%3Fq%3Dmissed');
    expect(html).not.toContain('from=intake');
    expect(html).not.toContain('q%3Dintake');
  });

  it('do not show a title that readers cannot see', async () => {
    const id = await addArticle(site.db, { title: 'Withdrawn', status: 'draft' });
    await site.db.query('insert into search_opens values ($1, $2, 2)', [await addCount('intake', 5), id]);
    expect(await textOf(TERMS)).not.toContain('Withdrawn');
  });

  it('ignore invalid query parameters, and have pages', async () => {
    for (let number = 0; number < 30; number += 1)
      await addCount(`term ${String(number).padStart(2, '0')}`, 3);
    for (const query of ['?range=1', '?sort=password', '?order=up', '?page=0', '?view=secret'])
      expect(await listed(query), query).toHaveLength(25);
    expect(await listed('?page=2')).toEqual(['term 25', 'term 26', 'term 27', 'term 28', 'term 29']);
    expect(await textOf(`${TERMS}?page=9`)).toContain('No more terms');
  });

  it('are exported as CSV in which no cell is a formula', async () => {
    await addCount('intake', 5, { empty: 1 });
    await site.db.query("update search_counts set query = '=cmd' where query = 'intake'");
    const answer = await admin.get(`${TERMS}/export`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="search-terms-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(await answer.text()).toBe(
      'Query,Searches,Found nothing,Share,Most opened,Opened\r\n"\'=cmd",5,1,20%,,0\r\n',
    );
  });
});

describe('synonyms', () => {
  const save = (terms: string, more: Record<string, string> = {}) =>
    admin.post(`${SYNONYMS}?${more.id ? `edit=${more.id}` : 'new'}`, {
      intent: more.id ? 'save' : 'create',
      version: '',
      terms,
      ...more,
    });
  const groups = async () =>
    (await site.db.query('select id, terms from search_synonyms order by terms')).rows as {
      id: string;
      terms: string[];
    }[];
  const terms = async () => (await groups()).map((group) => group.terms);

  it('have an empty state, a prefilled dialog and a filter', async () => {
    expect(await textOf(SYNONYMS)).toContain('No synonyms yet');
    const dialog = await (await admin.get(`${SYNONYMS}?new&from=missed%20term`)).text();
    expect(dialog).toMatch(/<textarea[^>]*>\s*missed term\n/);
    await save('PI\npersonal injury');
    await save('kpi\nkey figure');
    expect(await textOf(`${SYNONYMS}?q=Injury`)).toMatch(/1 of 2.*personal injury/);
    expect(await textOf(`${SYNONYMS}?q=zebra`)).toContain('No synonyms found');
  });

  it('are stored as queries are compared, and audited', async () => {
    const answer = await save(' Résumé-Screening!\r\n\r\nCV  check\nCV check\ncurriculum', { q: 'cv' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${SYNONYMS}?q=cv`]);
    expect(await terms()).toEqual([['resume screening', 'cv check', 'curriculum']]);
    const [{ id = '' } = {}] = await groups();
    expect((await save('cv\nresume', { id })).status).toBe(303);
    expect(await terms()).toEqual([['cv', 'resume']]);
    expect((await admin.post(`${SYNONYMS}?delete=${id}`, { intent: 'delete', id })).status).toBe(303);
    expect(await terms()).toEqual([]);
    const { rows } = await site.db.query(
      "select event from audit_log where event like 'synonyms%' order by id",
    );
    expect(rows.map(({ event }) => event)).toEqual([
      'synonyms_created',
      'synonyms_updated',
      'synonyms_deleted',
    ]);
    expect((await admin.get(`${SYNONYMS}?edit=${id}`)).status).toBe(404);
  });

  it.each([
    ['one term', 'alone', '2 to 20 terms'],
    ['the same term twice', 'PI\np.i\n“pi” ', ''],
    ['21 terms', Array.from({ length: 21 }, (_, n) => `term ${n}`).join('\n'), '2 to 20 terms'],
    ['a term of 61 characters', `pi\n${'x'.repeat(61)}`, 'up to 60 characters'],
    ['a term that grows beyond 60 characters', `pi\n${'ß'.repeat(40)}`, 'up to 60 characters'],
    ['only punctuation', '!!!\n???', 'at least two terms'],
    ['terms that differ only in case and accents', 'Résumé\nresume', 'at least two terms'],
  ])('refuse %s and keep the text', async (_, typed, message) => {
    const answer = await save(typed);
    if (message === '') {
      // "p.i" has two words, so it is another term than "pi".
      expect(answer.status).toBe(303);
      return;
    }
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(visibleTextOf(html)).toContain(message);
    expect(html).toContain(typed.split('\n')[0]);
    expect(await terms()).toEqual([]);
  });

  it('refuse a term of another group by name, also when two editors save at the same time', async () => {
    await save('pi\npersonal injury');
    const answer = await save('private eye\nP.I!\nPI');
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain(
      '“pi” is already in the group “pi, personal injury”',
    );
    const both = await Promise.all([save('seo\nsearch ranking'), save('seo\nfindability')]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await terms()).toHaveLength(2);
  });

  it('refuse an edit of an older version, and an unknown group', async () => {
    await save('pi\npersonal injury');
    const [{ id = '' } = {}] = await groups();
    const html = await (await admin.get(`${SYNONYMS}?edit=${id}`)).text();
    const version = /name="version" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await save('pi\ninjury', { id, version })).status).toBe(303);
    const late = await save('pi\nprivate investigator', { id, version });
    expect(late.status).toBe(409);
    expect(visibleTextOf(await late.text())).toContain('It is now “pi, injury”');
    expect((await save('a b\nc d', { id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect(await terms()).toEqual([['pi', 'injury']]);
  });

  it('work in the next search, also on a cached page', async () => {
    await addArticle(site.db, { title: 'Personal injury intake', slug: 'personal' });
    const path = '/api/search?q=crashcase&view=card';
    expect(await site.text(path)).not.toContain('"personal"');
    await save('crashcase\npersonal injury');
    expect(await site.text(path)).toContain('"personal"');
    const [{ id = '' } = {}] = await groups();
    await admin.post(`${SYNONYMS}?delete=${id}`, { intent: 'delete', id });
    expect(await site.text(path)).not.toContain('"personal"');
  });
});
