// The search page: totals, pages, filters, sorting, corrections, excerpts, and what it shows without results or a database.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest({ recordsStatements: true });

beforeEach(() => emptyMagazine(site.db));

/** The main part of a search page. */
async function openSearch(search: string): Promise<string> {
  const answer = await site.get(`/search?${search}`);
  expect(answer.status).toBe(200);
  return mainOf(await answer.text());
}

const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
const marksOf = (html: string) => [...html.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, text]) => text);
/** Labels of a select's options, the selected one with a star. */
function optionsOf(html: string, name: string): string[] {
  const select = new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?</select>`).exec(html)?.[0] ?? '';
  return [...select.matchAll(/<option([^>]*)>(.*?)<\/option>/g)].map(
    ([, attributes = '', label = '']) => visibleTextOf(label) + (attributes.includes('selected') ? '*' : ''),
  );
}

describe('the search page', () => {
  it('keeps the query in its field, marks matches and stays out of search engines', async () => {
    await addArticle(site.db, { slug: 'x', title: 'Escrow for beginners' });
    const html = await site.text('/search?q=escrow');
    expect(hrefsOf(html, '/article/')).toContain('x');
    expect(marksOf(html)).toEqual(['Escrow']);
    expect(html).toMatch(/value="escrow"/);
    expect(html).toContain('<meta name="robots" content="noindex, follow"/>');
    expect(visibleTextOf(html)).toContain('1 article for escrow');
  });

  it('needs one round trip, also with every filter', async () => {
    await addArticle(site.db, { title: 'Escrow', category: 'tools' });
    for (const more of ['', '&category=tools&author=dana-whitfield&year=2026&sort=date&page=2', '&exact=1']) {
      site.takeStatements();
      await site.text(`/search?q=escrow${more}`);
      expect(site.takeStatements(), more).toHaveLength(1);
    }
  });

  it('counts all matches and turns pages, which keep filters and sorting', async () => {
    await site.db.query(`insert into articles (title, author, slug, status, publish_date)
      select 'Needle ' || i, 'A', 'n-' || i, 'published', timestamptz '2025-06-01' - i * interval '1 hour'
      from generate_series(1, 1234) i`);
    const first = await openSearch('q=needle+-needless&sort=date&year=2025');
    expect(visibleTextOf(first)).toContain('More than 1,000 articles for needle -needless');
    expect(first).toMatch(
      /<a[^>]*href="\/search\?q=needle\+-needless&amp;year=2025&amp;sort=date&amp;page=50"/,
    );
    const last = await openSearch('q=needle&page=50');
    expect(hrefsOf(last, '/article/').length).toBeGreaterThanOrEqual(20);
    await site.db.query(`delete from articles where slug not in ('n-1', 'n-2') and title <> 'Needle 21'`);
    const beyond = visibleTextOf(await openSearch('q=needle&page=3'));
    expect(beyond).toContain('3 articles for needle');
    expect(beyond).toContain('These results end on page 1.');
  });

  it('filters by category, author and year, with counts, and keeps what was chosen', async () => {
    await addArticle(site.db, { slug: 'a', title: 'Escrow one', category: 'tools', author: 'Tom Beckett' });
    await addArticle(site.db, { slug: 'b', title: 'Escrow two', category: 'tools', author: 'Ann Poe' });
    await addArticle(site.db, { slug: 'c', title: 'Escrow three', category: 'growth', author: 'Ann Poe' });
    await site.db.query(`update articles set publish_date = '2024-12-31T23:00:00-05:00' where slug = 'c'`);
    const all = await openSearch('q=escrow');
    expect(optionsOf(all, 'category')).toEqual(['All categories*', 'Tools (2)', 'Growth (1)']);
    expect(optionsOf(all, 'author')).toEqual(['All authors*', 'Ann Poe (2)', 'Tom Beckett (1)']);
    expect(optionsOf(all, 'year')).toContain('2024 (1)');
    expect(all).not.toContain('Clear filters');

    const tools = await openSearch('q=escrow&category=tools&author=&year=');
    expect(hrefsOf(tools, '/article/').sort()).toEqual(['a', 'b']);
    expect(optionsOf(tools, 'category')).toEqual(['All categories', 'Tools (2)*']);
    expect(tools).toMatch(/<a[^>]*href="\/search\?q=escrow"[^>]*>Clear filters/);
    expect(hrefsOf(await openSearch('q=escrow&author=ann-poe&year=2024'), '/article/')).toEqual(['c']);

    const none = await openSearch('q=escrow&category=growth&author=tom-beckett&year=1999');
    expect(optionsOf(none, 'category')).toEqual(['All categories', 'Growth (0)*']);
    expect(optionsOf(none, 'author')).toEqual(['All authors', 'tom-beckett (0)*']);
    expect(optionsOf(none, 'year')).toEqual(['All years', '1999 (0)*']);
    expect(visibleTextOf(none)).toContain('No articles match “escrow” with these filters.');
    expect(none).toMatch(/<a[^>]*href="\/search\?q=escrow"[^>]*>Clear filters/);
    expect(hrefsOf(await openSearch('q=escrow&category=nowhere'), '/article/')).toEqual([]);
  });

  it('sorts by date on request', async () => {
    await addArticle(site.db, { slug: 'best', title: 'Escrow', age: 9_000 });
    await addArticle(site.db, { slug: 'newest', content: '<p>A word on escrow.</p>', age: 1 });
    const best = await openSearch('q=escrow');
    expect(hrefsOf(best, '/article/')).toEqual(['best', 'newest']);
    expect(best).toMatch(/<a[^>]*aria-current="true"[^>]*href="\/search\?q=escrow"[^>]*>Relevance/);
    const byDate = await openSearch('q=escrow&sort=date');
    expect(hrefsOf(byDate, '/article/')).toEqual(['newest', 'best']);
    expect(byDate).toMatch(/<input type="hidden" name="sort" value="date"\/>/);
  });

  it('says what it corrected and offers the typed words', async () => {
    await addArticle(site.db, { slug: 'm', title: 'Marketing for solos' });
    await site.db.query('select count_vocabulary()');
    const corrected = await openSearch('q=marketng');
    expect(visibleTextOf(corrected)).toContain('Showing results for marketing. Search instead for marketng');
    expect(corrected).toMatch(/value="marketng"/);
    expect(corrected).toMatch(/href="\/search\?q=marketng&amp;exact=1"/);
    expect(marksOf(corrected)).toEqual(['Marketing']);
    const exact = visibleTextOf(await openSearch('q=marketng&exact=1'));
    expect(exact).toContain('No articles found');
    expect(exact).not.toContain('Showing results for');
  });

  it('shows the text around the match if the summary has none', async () => {
    const filler = 'Other sentences come before and after what matters. '.repeat(10);
    await addArticle(site.db, {
      title: 'First',
      summary: 'A summary without it.',
      content: `<p>${filler}Put every <b>retainer</b> into the trust account. ${filler}</p>`,
      age: 2,
    });
    await addArticle(site.db, {
      title: 'Second',
      summary: 'The retainer in short.',
      content: '<p>A retainer.</p>',
    });
    const html = await openSearch('q=retainer');
    const text = visibleTextOf(html);
    expect(text).toContain('The retainer in short.');
    expect(text).toMatch(/Put every retainer into the trust account\. Other .*…/);
    expect(text).not.toContain('A summary without it.');
    expect(marksOf(html)).toEqual(['retainer', 'retainer']);
  });

  it('separates articles with some words and with the typed text from the others', async () => {
    await addArticle(site.db, { slug: 'all', title: 'The cat' });
    await addArticle(site.db, { slug: 'part', title: 'On education' });
    const html = await openSearch('q=cat');
    expect(visibleTextOf(html)).toMatch(/The cat.*Articles that contain “cat”.*On education/);
    expect(marksOf(html)).toEqual(['cat', 'cat']);
    await addArticle(site.db, { slug: 'three', title: 'Alpha bravo charlie' });
    await addArticle(site.db, { slug: 'two', title: 'Alpha bravo' });
    expect(visibleTextOf(await openSearch('q=alpha+charlie+bravo'))).toMatch(
      /charlie.*Articles with some of these words.*Alpha bravo/,
    );
    expect(visibleTextOf(await openSearch('q=ducati'))).not.toContain('Articles that contain');
  });

  it('helps when nothing was found: closest articles and popular categories', async () => {
    await addArticle(site.db, { slug: 'close', title: 'Intake forms', category: 'operations' });
    await addArticle(site.db, { category: 'tools' });
    await addArticle(site.db, { category: 'tools' });
    const html = await openSearch('q=intake+zyzzyva+xylophone');
    const text = visibleTextOf(html);
    expect(html).toMatch(/value="intake zyzzyva xylophone"/);
    expect(text).toContain('No articles found');
    expect(text).toContain('Try fewer words, or check the spelling.');
    expect(text).toMatch(/Similar articles.*Intake forms/);
    expect(hrefsOf(html, '/article/')).toEqual(['close']);
    expect(text).toMatch(/Popular categories *Tools \(2\) *Operations \(1\)/);
  });

  it('says that search is unavailable without a database, and keeps the query', async () => {
    await site.withoutDatabase(async () => {
      const answer = await site.get('/search?q=flat+fees&year=2025');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const html = mainOf(await answer.text());
      expect(visibleTextOf(html)).toContain('Search is unavailable right now');
      expect(html).toMatch(/value="flat fees"/);
      expect(html).toMatch(/<a[^>]*href="\/search\?q=flat\+fees&amp;year=2025"[^>]*>Try Again/);
    });
  });
});

describe('more than 600 searches a minute by one caller', () => {
  it('are refused with the query in its field, and those of others are not', async () => {
    await addArticle(site.db, { slug: 'x', title: 'Escrow for beginners' });
    const headers = { 'cf-connecting-ip': '10.22.0.1' };
    const search = (path: string) => site.get(path, { headers });
    const askBoth = () => Promise.all([search('/search?q=escrow&year=2025'), search('/api/search?q=escrow')]);
    let [page, answer] = await askBoth();
    expect([page.status, answer.status]).toEqual([200, 200]);
    // The count restarts at each full minute, which may be during these searches.
    for (let sent = 2; sent < 1_400 && !(page.status === 429 && answer.status === 429); sent += 22) {
      await Promise.all(Array.from({ length: 20 }, () => search('/api/search?q=escrow')));
      [page, answer] = await askBoth();
    }
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60']);
    expect(page.headers.get('cache-control')).toContain('no-store');
    const html = mainOf(await page.text());
    expect(visibleTextOf(html)).toMatch(/Too many searches.*Try again in a minute/);
    expect(html).toMatch(/value="escrow"/);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await answer.json()).toEqual({
      error: 'Too many searches. Please wait a minute, then try again.',
    });
    expect((await site.get('/search?q=escrow')).status).toBe(200);
    expect((await search('/')).status).toBe(200);
  });
});

describe('the OpenSearch description', () => {
  it('is a cached file that every page points to', async () => {
    const answer = await site.get('/opensearch.xml');
    expect(answer.headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=utf-8');
    expect(await answer.text()).toContain('template="https://magazine.test/search?q={searchTerms}"');
    expect(await site.text('/newsletter')).toMatch(
      /<link(?=[^>]*rel="search")(?=[^>]*type="application\/opensearchdescription\+xml")[^>]*href="\/opensearch.xml"/,
    );
  });
});
