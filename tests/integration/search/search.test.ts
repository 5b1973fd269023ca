// Search: what it finds, in which order, and unusual queries. The search page is tested in search-page.test.ts.
import { beforeEach, describe, expect } from 'vitest';
import type { DialogResults, MatchKind } from '~/features/search/search-view';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

beforeEach(() => emptyMagazine(site.db));

async function find(query: string, more = ''): Promise<string[]> {
  const response = await site.get(`/api/search?q=${encodeURIComponent(query)}${more}`);
  expect(response.status).toBe(200);
  const { articles } = (await response.json()) as { articles: { slug: string }[] };
  return articles.map((article) => article.slug);
}

async function findCards(query: string, more = ''): Promise<DialogResults> {
  const response = await site.get(`/api/search?q=${encodeURIComponent(query)}&view=card${more}`);
  expect(response.status).toBe(200);
  return (await response.json()) as DialogResults;
}

/** Slugs by the kind of their match. */
async function findKinds(query: string, more = ''): Promise<Record<string, MatchKind>> {
  const { found } = await findCards(query, more);
  return Object.fromEntries(found.map(({ article, kind }) => [article.slug, kind]));
}

const count = () => site.db.query('select count_vocabulary()');

describe('search', () => {
  it('searches title, summary and text, but not markup', async () => {
    await addArticle(site.db, { slug: 'in-title', title: 'About escrow', age: 1 });
    await addArticle(site.db, { slug: 'in-summary', summary: 'An escrow story.', age: 2 });
    await addArticle(site.db, {
      slug: 'in-text',
      content: '<p>The <em>esc</em>row.</p><p>More escrow</p>',
      age: 3,
    });
    await addArticle(site.db, { slug: 'in-markup', content: '<p><a href="/escrow">link</a></p>', age: 4 });
    expect(await find('escrow')).toEqual(['in-title', 'in-summary', 'in-text']);
    expect(await find('href')).toEqual([]);
  });

  it('finds all words in any order, also far apart, and in other forms', async () => {
    await addArticle(site.db, {
      slug: 'apart',
      title: 'Flat Fees for Litigation',
      content: '<p>Hiring comes first.</p>',
    });
    await addArticle(site.db, { slug: 'other', title: 'Flat roofs', content: '<p>Nothing else.</p>' });
    for (const query of ['litigation flat fees', 'fees flat', 'hire litigation', 'FEE hired flats']) {
      expect(await find(query), query).toEqual(['apart']);
    }
  });

  it('ranks the title before the summary before the text, and newer articles first if all else is equal', async () => {
    const text = 'Several words that do not matter here.';
    await addArticle(site.db, { slug: 'text', content: `<p>${text} A retainer.</p>`, age: 1 });
    await addArticle(site.db, { slug: 'summary', summary: `${text} A retainer.`, age: 2 });
    await addArticle(site.db, {
      slug: 'older',
      title: 'The retainer',
      summary: 'x',
      content: '',
      age: 20_000,
    });
    await addArticle(site.db, { slug: 'newer', title: 'The retainer', summary: 'x', content: '', age: 3 });
    expect(await find('retainer')).toEqual(['newer', 'older', 'summary', 'text']);
  });

  it('ranks popular articles first if all else is equal', async () => {
    for (const n of [1, 2, 3]) await addArticle(site.db, { slug: `a-${n}`, title: 'The retainer' });
    for (const slug of ['a-1', 'a-2', 'a-3']) {
      await site.db.query(`update articles set publish_date = '2026-01-01', is_popular = slug = $1`, [slug]);
      expect((await find('retainer'))[0]).toBe(slug);
    }
  });

  it('requires the words of a quoted phrase in this order, and excludes what has a minus', async () => {
    await addArticle(site.db, { slug: 'phrase', title: 'A flat fee that works' });
    await addArticle(site.db, { slug: 'scattered', title: 'A fee that is flat' });
    await addArticle(site.db, { slug: 'excluded', title: 'A flat fee in litigation' });
    expect((await find('flat fee')).sort()).toEqual(['excluded', 'phrase', 'scattered']);
    expect((await find('"flat fee"')).sort()).toEqual(['excluded', 'phrase']);
    expect(await find('"flat fee" -litigation')).toEqual(['phrase']);
    expect(await find('flat -"flat fee"')).toEqual(['scattered']);
    expect(await find('"fee flat"')).toEqual([]);
  });

  it('finds synonyms', async () => {
    await addArticle(site.db, { slug: 'long', title: 'Personal injury intake' });
    await addArticle(site.db, { slug: 'short', title: 'How a PI firm grows' });
    await addArticle(site.db, { slug: 'half', title: 'Personal branding' });
    expect((await find('PI')).sort()).toEqual(['long', 'short']);
    expect((await find('personal injury')).sort()).toEqual(['long', 'short']);
    expect((await find('personal injuries')).sort()).toEqual(['long', 'short']);
    const { rows } = await site.db.query('select count(*)::int as entries from search_synonyms');
    expect(rows[0].entries).toBeGreaterThanOrEqual(80);
  });

  it('finds a synonym that may be the beginning of a longer word while typing', async () => {
    await addArticle(site.db, { slug: 'marketing', title: 'A website for marketing' });
    await addArticle(site.db, { slug: 'mergers', title: 'Mergers and acquisitions of a website' });
    await count();
    expect((await find('website ma', '&typing=1')).sort()).toEqual(['marketing', 'mergers']);
    expect((await findKinds('website ma')).mergers).toBe('words');
  });

  it('finds phrases made of stop words, also in quotes', async () => {
    await addArticle(site.db, { slug: 'text', title: 'Who are we, and what is the firm' });
    await addArticle(site.db, { slug: 'apart', title: 'We are a firm, and the one who is' });
    for (const query of [
      'who are',
      '"who are we"',
      '"who are"',
      '"the firm"',
      'what is',
      '"what is the firm"',
    ]) {
      expect(await find(query), query).toEqual(['text']);
    }
    expect(await find('"who are" -firm')).toEqual([]);
    expect((await find('the firm')).sort()).toEqual(['apart', 'text']);
  });

  it('finds a quoted phrase even if there is punctuation between its words', async () => {
    await addArticle(site.db, {
      slug: 'found',
      title: 'A State-of-the-Art Practice',
      summary: 'The firm, and the attorney’s fees, don’t matter.',
      content: '<p>Part of the cost of <em>§ 230</em> is theirs.</p>',
    });
    await addArticle(site.db, {
      slug: 'other',
      title: 'Fees of the attorneys and state of arts',
      content: 'the firm brand',
    });
    for (const query of [
      "attorney's fees",
      'attorney’s fees',
      "don't",
      'state-of-the-art',
      'firm and the',
      'of § 230',
    ])
      expect(await find(`"${query}"`), query).toEqual(['found']);
    for (const query of ['the art of', 'firm and th', 'he firm and'])
      expect(await find(`"${query}"`), query).toEqual([]);
    const { found } = await findCards('"the cost of"');
    expect(found[0]?.excerpt).toContain('Part of the cost of § 230');
  });

  it('finds an old phrase among a thousand newer articles with its words, unless a word is excluded', async () => {
    await addArticle(site.db, { slug: 'old', title: 'Our flat fee', age: 400 });
    await addArticle(site.db, { slug: 'older', title: 'A flat fee for litigation', age: 500 });
    await site.db.query(
      `insert into articles (title, slug, summary, author, content, status, publish_date)
       select 'A fee that is flat ' || n, 'n-' || n, '', 'Dana', '', 'published', now() - make_interval(mins => n) from generate_series(1, 1100) n`,
    );
    await site.runCron();
    expect(await find('"flat fee"')).toEqual(['old', 'older']);
    expect(await find('"flat fee" -litigation')).toEqual(['old']);
    expect(await find('"flat fee" -"for litigation"')).toEqual(['old']);
  });

  it('corrects typos if the typed words find little, unless asked not to', async () => {
    await addArticle(site.db, { slug: 'marketing', title: 'Marketing for solos' });
    await addArticle(site.db, { slug: 'paralegal', title: 'Remote paralegals' });
    await count();
    const { found, corrected, total } = await findCards('marketng');
    expect([found.map(({ article }) => article.slug), corrected, total]).toEqual([
      ['marketing'],
      'marketing',
      1,
    ]);
    expect((await findCards('remote parralegels')).corrected).toBe('remote paralegals');
    expect(await find('slos')).toEqual(['marketing']);
    expect(await find('xarketixg')).toEqual(['marketing']);
    expect(await find('xarkexixg')).toEqual([]);
    expect((await findCards('amrketing')).corrected).toBe('marketing');
    expect(await find('sloos')).toEqual(['marketing']);
    const page = visibleTextOf(await site.text('/search?q=marketng&exact=1'));
    expect(page).toContain('No articles found');
  });

  it('corrects swapped characters in short words, and two typos in words of eight characters or more', async () => {
    await addArticle(site.db, { slug: 'email', title: 'Email and calendar' });
    await count();
    expect((await findCards('emial')).corrected).toBe('email');
    expect((await findCards('mail')).corrected).toBeNull();
    expect((await findCards('calandor')).corrected).toBe('calendar');
    expect((await findCards('calandar')).corrected).toBe('calendar');
  });

  it('corrects typos as if drafts and the Trash did not exist', async () => {
    await addArticle(site.db, { slug: 'marketing', title: 'Marketing for a solicitor' });
    await addArticle(site.db, { title: 'About marketng', status: 'draft' });
    for (const deleted of [true, false])
      await addArticle(site.db, { title: 'Solicitar', deleted, status: 'draft' });
    await count();
    expect((await findCards('marketng')).corrected).toBe('marketing');
    // The word that only a draft contains is equally similar and more frequent, but is not suggested.
    expect((await findCards('solicitr')).corrected).toBe('solicitor');
  });

  it('completes the last word while typing, and one that occurs nowhere', async () => {
    await addArticle(site.db, { slug: 'intake', title: 'Better intake forms' });
    expect(Object.keys(await findKinds('better inta', '&typing=1'))).toEqual(['intake']);
    expect(await findKinds('forms inta', '&typing=1')).toEqual({ intake: 'words' });
    // A stop word after other words, on the way to the next one.
    expect(Object.keys(await findKinds('better the', '&typing=1'))).toContain('intake');
    await addArticle(site.db, { slug: 'steps', title: 'How to hire' });
    for (const typed of ['how t', 'how to', 'how to h'])
      expect(Object.keys(await findKinds(typed, '&typing=1')), typed).toContain('steps');
    expect(await find('forms inta')).toEqual(['intake']);
    await addArticle(site.db, { slug: 'other', title: 'The inta of forms' });
    expect(await find('forms inta')).toEqual(['other']);
  });

  it('always includes articles that contain the typed text, after those with the words', async () => {
    await addArticle(site.db, { slug: 'word', title: 'The cat', age: 20_000 });
    await addArticle(site.db, { slug: 'part', title: 'Education', age: 1 });
    expect(await findKinds('cat')).toEqual({ word: 'words', part: 'text' });
    expect(await find('cat')).toEqual(['word', 'part']);
    await addArticle(site.db, {
      slug: 'deep',
      title: 'The client’s trust-account ledger, rev. 2 (50% done)',
    });
    await addArticle(site.db, { slug: 'apart', title: 'An account of trust; ledgers and clients, 250 done' });
    for (const query of [
      'edge',
      'rust-acc',
      "t's tru",
      'rev. 2 (50%',
      '50%',
      '(50',
      'v. 2 (',
      'trust-account',
    ]) {
      expect(await find(query), query).toContain('deep');
    }
    for (const query of ['rust-acc', '(50']) expect(await find(query), query).toEqual(['deep']);
  });

  it('ignores case, accents and surrounding spaces, and matches across words', async () => {
    await addArticle(site.db, { slug: 'renee', title: 'Renée’s naïve   RÉSUMÉ' });
    for (const query of ['RENEE', 'renée', '  naive resume ', "renee's", 'AÏVE RÉS']) {
      expect(await find(query), query).toEqual(['renee']);
    }
  });

  it('treats wildcards and entities as text', async () => {
    await addArticle(site.db, {
      slug: 'odd',
      title: '100% of a_b \\ c',
      content: '<p>P&amp;L &lt;tag&gt;</p>',
    });
    expect(await find('100%')).toEqual(['odd']);
    expect(await find('a_b')).toEqual(['odd']);
    expect(await find('\\ c')).toEqual(['odd']);
    expect(await find('P&L')).toEqual(['odd']);
    expect(await find('<tag>')).toEqual(['odd']);
    expect(await find('&amp;')).toEqual([]);
  });

  it('finds words of two characters and requires at least two', async () => {
    await addArticle(site.db, { slug: 'ai', title: 'AI at intake' });
    expect(await find('ai')).toEqual(['ai']);
    expect(await find('a')).toEqual([]);
    expect(await find('   ')).toEqual([]);
    expect(await find('\u0301\u0301')).toEqual([]);
    expect(visibleTextOf(await site.text('/search?q=a'))).toContain('Type at least 2 characters to search');
  });

  it('returns 20 matches a page, each article once, among thousands', async () => {
    await site.db.query(`insert into articles (title, author, slug, status, publish_date)
      select case when i % 25 = 0 then 'needle ' || i else 'hay ' || i end, 'A', 'n-' || i, 'published',
        now() - i * interval '1 hour' from generate_series(1, 1500) i`);
    const pages = [await find('needle'), await find('needle', '&page=2'), await find('needle', '&page=3')];
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 20]);
    const expected = Array.from({ length: 60 }, (_, i) => `n-${(i + 1) * 25}`);
    expect(pages.flat().sort()).toEqual(expected.sort());
    expect(await find('needle', '&page=4')).toEqual([]);
    const answer = await (await site.get('/api/search?q=needle&page=3')).json();
    expect(answer).toMatchObject({ total: 60, page: 3 });
    const many = await findCards('hay');
    expect([many.total, many.isMore]).toEqual([1_000, true]);
  });

  it('follows an article that is archived, republished, moved or retitled', async () => {
    const id = await addArticle(site.db, { slug: 'mover', title: 'Replevin basics', age: 10_000 });
    await addArticle(site.db, { slug: 'fixed', title: 'Replevin basics', age: 9_000 });
    const change = (set: string) => site.db.query(`update articles set ${set} where id = $1`, [id]);
    expect(await find('replevin')).toEqual(['fixed', 'mover']);
    await change("status = 'archived'");
    expect(await find('replevin')).toEqual(['fixed']);
    await change("status = 'published', publish_date = now() - interval '10 hours'");
    expect(await find('replevin')).toEqual(['mover', 'fixed']);
    await change("title = 'Detinue basics'");
    expect(await find('replevin')).toEqual(['fixed']);
    expect(await find('detinue')).toEqual(['mover']);
    await site.db.query('delete from articles where id = $1', [id]);
    expect(await find('detinue')).toEqual([]);
  });

  it('finds articles of the first century and very long ones', async () => {
    await addArticle(site.db, { slug: 'old', title: 'Replevin of old' });
    await site.db.query("update articles set publish_date = '0001-01-01'");
    const words = Array.from({ length: 120_000 }, (_, n) => `w${n.toString(36)}x`).join(' ');
    await addArticle(site.db, { slug: 'long', title: 'Replevin at length', content: `<p>${words}</p>` });
    expect((await find('replevin')).sort()).toEqual(['long', 'old']);
  });

  it('after a change of hundreds of articles, hides them immediately and indexes the others a minute later', async () => {
    await site.db.query(
      `insert into articles (title, slug, summary, author, content, status, publish_date)
       select 'Usufruct ' || n, 'u-' || n, '', 'Dana', '', 'published', now() - make_interval(mins => n) from generate_series(1, 501) n`,
    );
    expect((await findCards('usufruct')).total).toBe(501);
    await site.db.query("update articles set title = 'Detinue' where slug like 'u-%'");
    await site.runCron();
    expect([(await findCards('usufruct')).total, (await findCards('detinue')).total]).toEqual([0, 501]);
    await site.db.query("update articles set status = 'archived' where slug like 'u-%'");
    expect((await findCards('detinue')).total).toBe(0);
    await site.db.query("delete from articles where slug like 'u-%'");
    await site.runCron();
    expect((await site.db.query('select * from search_outdated')).rows).toEqual([]);
  });

  it('finds published articles only', async () => {
    await addArticle(site.db, { title: 'secret one', status: 'draft' });
    await addArticle(site.db, { title: 'secret two', status: 'archived' });
    await addArticle(site.db, { title: 'secret three', deleted: true });
    await addArticle(site.db, { title: 'secret four', status: 'draft', age: -24 });
    for (const query of ['secret', 'secre', 'ecret', 'secrte', '"secret one"', 'secret two unknown words']) {
      const { found, forms } = await findCards(query);
      expect([found, forms], query).toEqual([[], []]);
    }
    await addArticle(site.db, { title: 'No words of drafts' });
    expect((await findCards('words secret')).forms).toEqual(['words']);
  });

  it('finds a members-only article by its public beginning only', async () => {
    const rest = Array.from({ length: 60 }, () => '<p>More of the text that only members read, in full.</p>');
    await addArticle(site.db, {
      slug: 'members',
      membersOnly: true,
      content: `<p>Garnishment begins here.</p>${rest.join('')}<p>Usufruct ends it.</p>`,
    });
    expect(await find('garnishment')).toEqual(['members']);
    for (const query of ['usufruct', '"usufruct ends"', 'usufru', 'garnishment usufruct unknown']) {
      expect((await findCards(query)).found.filter(({ excerpt }) => /usufruct/i.test(excerpt ?? ''))).toEqual(
        [],
      );
    }
    expect(await find('usufruct')).toEqual([]);
  });

  it('finds articles by author, and by a renamed tag or category once they are indexed again', async () => {
    await addArticle(site.db, { slug: 'x', category: 'tools', tags: ['zoning'], author: 'Zora Quill' });
    expect(await find('zora quill')).toEqual(['x']);
    expect(await find('zoning')).toEqual(['x']);
    await site.db.query(`update tags set name = 'Easements'`);
    await site.db.query(`update categories set name = 'Gadgets'`);
    await site.db.query('select index_outdated_articles(100)');
    expect(await find('easements gadgets')).toEqual(['x']);
    expect(await find('zoning')).toEqual([]);
  });

  it('indexes an article that is being changed only after the change', async () => {
    await addArticle(site.db, { slug: 'x', title: 'Replevin', tags: ['zoning'] });
    await site.db.query(`update tags set name = 'Easements'`);
    await site.db.query('begin');
    await site.db.query(`update articles set title = 'Detinue'`);
    await site.runCron();
    expect(await find('easements')).toEqual([]);
    await site.db.query('commit');
    expect(await find('detinue easements')).toEqual(['x']);
  });

  it('also returns categories, tags, authors and pages whose names match', async () => {
    await addArticle(site.db, { category: 'legal-tech', tags: ['legal-ops'], author: 'Lena Legal' });
    await site.db.query(
      `insert into pages (title, slug, content) values ('Legal notice', 'legal', '<p>x</p>')`,
    );
    await site.db.query(`insert into tags (name, slug) values ('legal-unused', 'legal-unused')`);
    const { named } = await findCards('leg', '&typing=1');
    expect(named).toEqual([
      { kind: 'category', name: 'Legal Tech', path: '/category/legal-tech' },
      { kind: 'tag', name: 'legal-ops', path: '/tag/legal-ops' },
      { kind: 'author', name: 'Lena Legal', path: '/author/lena-legal' },
      { kind: 'page', name: 'Legal notice', path: '/page/legal' },
    ]);
    expect((await findCards('l')).named).toEqual([]);
  });

  it('returns public article fields', async () => {
    const id = await addArticle(site.db, {
      slug: 'x',
      title: 'Zebra',
      category: 'tools',
      readTime: 9,
      author: 'Tom Beckett',
    });
    const answer = (await (await site.get('/api/search?q=zebra')).json()) as { articles: object[] };
    const { articles } = answer;
    expect(answer).toMatchObject({ total: 1, page: 1 });
    expect(articles[0]).toMatchObject({
      id: Number.parseInt(id.slice(0, 8), 16),
      slug: 'x',
      title: 'Zebra',
      author: 'Tom Beckett',
      readTime: '9 min read',
      categorySlug: 'tools',
      categoryName: 'Tools',
      categories: [expect.any(Number)],
      summary: expect.stringContaining('in one sentence'),
      image: '/stock/tools-800.webp',
      isPopular: false,
      isFeatured: false,
      status: 'published',
      tags: [],
      content: expect.stringContaining('<p>'),
    });
    expect(articles[0]).toHaveProperty(
      'publishDate',
      expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/),
    );
  });

  it('answers 503 without a database', async () => {
    await site.withoutDatabase(async () => {
      const answer = await site.get('/api/search?q=intake&view=card&typing=1');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toEqual({ error: expect.stringContaining('database') });
    });
  });

  it.each([
    "'; drop table articles; --",
    '"unclosed flat fee',
    '"""',
    // The most words that fit: a phrase, and many phrases.
    'th '.repeat(60),
    'e e',
    `"${Array.from({ length: 98 }, (_, i) => String.fromCharCode(98 + (i % 25))).join(' ')}"`,
    Array.from({ length: 40 }, (_, i) => `"b${String.fromCharCode(98 + (i % 25))}"`).join(''),
    '!!! ??? ...',
    '(((( ))))',
    'x'.repeat(10_000),
    'fee '.repeat(500),
    Array.from({ length: 500 }, (_, i) => `w${i}`).join(' '),
    '%'.repeat(300),
    '😀'.repeat(200),
    '😀 fee',
    'a & | !',
    'fee & !flat | <-> (',
    ':*',
    "fee:* 'flat':A",
    '\0\0',
    'fe\0e',
    '\u202efee\u202c \u200ffee',
    '-',
    '-fee',
    '-"',
    '$1',
    '\\',
    'fee\\',
  ])('answers %j without an error', async (query) => {
    await addArticle(site.db, { title: 'A flat fee' });
    const text = encodeURIComponent(query);
    for (const path of [
      `/search?q=${text}`,
      `/api/search?q=${text}`,
      `/api/search?q=${text}&view=card&typing=1`,
    ]) {
      const answer = await site.get(path);
      expect(answer.status, path.slice(0, 80)).toBe(200);
      await answer.arrayBuffer();
    }
  });
});
