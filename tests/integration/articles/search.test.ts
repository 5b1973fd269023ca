// Search: matches, order, and unusual queries.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();

beforeEach(() => emptyMagazine(site.db));

async function find(query: string): Promise<string[]> {
  const response = await site.get(`/api/search?q=${encodeURIComponent(query)}`);
  expect(response.status).toBe(200);
  const { articles } = (await response.json()) as { articles: { slug: string }[] };
  return articles.map((article) => article.slug);
}

/** More articles than a search scans one by one. */
async function addManyNewer(count: number): Promise<void> {
  await site.db.query(
    `insert into articles (title, slug, author, status, content, publish_date)
     select 'Filler ' || n, 'filler-' || n, 'Dana Whitfield', 'published', '<p>Filler.</p>', now() - n * interval '1 minute'
     from generate_series(1, $1) as n`,
    [count],
  );
}

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
    await addArticle(site.db, { slug: 'plain', title: '100 of aXb' });
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

  it('returns the 20 newest matches, also beyond the newest few hundred articles', async () => {
    await site.db.query(`insert into articles (title, author, slug, status, publish_date)
      select case when i % 25 = 0 then 'needle ' || i else 'hay ' || i end, 'A', 'n-' || i, 'published',
        now() - i * interval '1 hour' from generate_series(1, 1500) i`);
    const expected = Array.from({ length: 20 }, (_, i) => `n-${(i + 1) * 25}`);
    expect(await find('needle')).toEqual(expected);
    await site.db.query(`update articles set title = 'moved' where slug in ('n-25', 'n-50')`);
    expect(await find('needle')).toEqual([...expected.slice(2), 'n-525', 'n-550']);
    expect(await find('moved')).toEqual(['n-25', 'n-50']);
    await site.db.query(`delete from articles where slug = 'n-25'`);
    expect(await find('moved')).toEqual(['n-50']);
  });

  it('finds any part of an old text, also across words, without false matches', async () => {
    const old = { age: 10_000, status: 'published' } as const;
    await addArticle(site.db, {
      ...old,
      slug: 'deep',
      title: 'The client’s trust-account ledger, rev. 2 (50% done)',
    });
    await addArticle(site.db, {
      ...old,
      slug: 'apart',
      title: 'An account of trust; ledgers and clients, 250 done',
    });
    await addManyNewer(450);
    for (const query of [
      'ledger',
      'edge',
      'trust-account',
      'rust-acc',
      "t's tru",
      'rev. 2 (50%',
      '50%',
      '(50',
      'v. 2 (',
    ]) {
      expect(await find(query), query).toContain('deep');
    }
    for (const query of ['rust-acc', 'trust-account ledger', '(50', "client's trust"]) {
      expect(await find(query), query).toEqual(['deep']);
    }
    for (const query of ['trust account ledgers', 'ledgerrev', '500%', 'xq']) {
      expect(await find(query), query).toEqual([]);
    }
  });

  it('merges new and old matches in one list, newest first, without duplicates', async () => {
    const needles = [5, 7, 40, 4_000, 90_000, 1_000_000];
    const expected = needles.map((minutes) => `needle-${minutes}`);
    await addManyNewer(450);
    for (const minutes of needles)
      await site.db.query(
        `insert into articles (title, author, slug, status, publish_date)
         values ('A replevin needle', 'A', $1, 'published', now() - $2 * interval '1 minute')`,
        [`needle-${minutes}`, minutes],
      );
    expect(await find('replevin')).toEqual(expected);
    expect(await find('replevin nee')).toEqual(expected);
    await site.db.query(`update articles set publish_date = '2020-05-05'`);
    expect((await find('replevin')).sort()).toEqual([...expected].sort());
    expect((await find('a replevin needle')).sort()).toEqual([...expected].sort());
  });

  it('follows an article that is archived, republished, moved or retitled', async () => {
    const id = await addArticle(site.db, { slug: 'mover', title: 'Replevin basics', age: 10_000 });
    await addArticle(site.db, { slug: 'fixed', title: 'Replevin again', age: 9_000 });
    await addManyNewer(450);
    const change = (set: string) => site.db.query(`update articles set ${set} where id = $1`, [id]);
    expect(await find('replevin')).toEqual(['fixed', 'mover']);
    await change("status = 'archived'");
    expect(await find('replevin')).toEqual(['fixed']);
    await change("status = 'published', publish_date = now() - interval '8500 hours'");
    expect(await find('replevin')).toEqual(['mover', 'fixed']);
    await change("publish_date = now() - interval '9500 hours'");
    expect(await find('replevin')).toEqual(['fixed', 'mover']);
    await change("title = 'Detinue basics'");
    expect(await find('replevin')).toEqual(['fixed']);
    expect(await find('detinue')).toEqual(['mover']);
  });

  it('finds the same as a full scan of thousands of articles after many changes', async () => {
    const add = (from: number, to: number, hours: string) =>
      site.db.query(
        `insert into articles (title, author, slug, status, publish_date)
         select concat_ws(' ', 'Story', case when i % 3 = 0 then 'tenancy' end, case when i % 50 = 0 then 'replevin' end,
             case when i % 50 = 10 then 'bonds' end, case when i % 400 = 0 then 'detinue' end, case when i = 4444 then 'trover' end),
           'A', 'n-' || i, 'published', timestamptz '2026-01-01' - ${hours} * interval '1 hour'
         from generate_series($1::int, $2::int) i`,
        [from, to],
      );
    const queries = [
      'tenancy',
      'replevin',
      'eplev',
      'cy replevin',
      'story bonds',
      'detinue',
      'trover',
      'tenancy detinue',
      'no',
    ];
    const expectAll = async () => {
      for (const query of queries) {
        const { rows } = await site.db.query<{ slug: string }>(
          `select slug from articles where status = 'published' and deleted_at is null and strpos(lower(title), $1) > 0
           order by publish_date desc, id desc limit 20`,
          [query],
        );
        expect(await find(query), query).toEqual(rows.map(({ slug }) => slug));
      }
    };
    await add(1, 5_000, 'i');
    await expectAll();
    // Old articles become new and new ones old; some are archived or deleted, and some get another title.
    await site.db.query(`update articles set publish_date = '2026-01-05' where slug in ('n-4444', 'n-4800')`);
    await site.db.query(
      `update articles set publish_date = '2020-01-05' where slug in ('n-400', 'n-350', 'n-60')`,
    );
    await site.db.query(`update articles set status = 'archived' where slug in ('n-800', 'n-100', 'n-110')`);
    await site.db.query(
      `update articles set title = 'Story replevin detinue' where slug in ('n-7', 'n-4007')`,
    );
    await site.db.query(`delete from articles where slug in ('n-150', 'n-3600')`);
    await expectAll();
    // Enough newer articles that the recent ones are no longer recent.
    await add(5_001, 6_500, '(5000 - i)');
    await site.db.query(`update articles set status = 'published' where slug in ('n-800', 'n-100')`);
    await expectAll();
  });

  it('finds published articles only', async () => {
    await addArticle(site.db, { title: 'secret one', status: 'draft' });
    await addArticle(site.db, { title: 'secret two', status: 'archived' });
    await addArticle(site.db, { title: 'secret three', deleted: true });
    expect(await find('secret')).toEqual([]);
  });

  it('returns public article fields', async () => {
    const id = await addArticle(site.db, {
      slug: 'x',
      title: 'Zebra',
      category: 'tools',
      readTime: 9,
      author: 'Tom Beckett',
    });
    const { articles } = (await (await site.get('/api/search?q=zebra')).json()) as { articles: object[] };
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

  it('works as a page with the query in its field and highlighted matches', async () => {
    await addArticle(site.db, { slug: 'x', title: 'Escrow for beginners' });
    const html = await site.text('/search?q=escrow');
    expect(hrefsOf(html, '/article/')).toContain('x');
    expect(html).toMatch(/<mark[^>]*>Escrow<\/mark>/);
    expect(html).toMatch(/value="escrow"/);
    expect(html).toContain('<meta name="robots" content="noindex, follow"/>');
    expect(visibleTextOf(await site.text('/search?q=nothing'))).toContain('No articles found');
  });

  it('handles hostile and very long queries', async () => {
    for (const query of [
      "'; drop table articles; --",
      '%'.repeat(300),
      '\0\0',
      '😀'.repeat(200),
      '((((',
      '$1',
    ]) {
      expect((await site.get(`/search?q=${encodeURIComponent(query)}`)).status, query.slice(0, 20)).toBe(200);
    }
    expect((await site.get('/search?q=%E0%A4%A')).status).toBe(200);
  });
});
