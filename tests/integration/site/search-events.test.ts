// Counting searches without personal data, and what a forged client can gain.
import { beforeEach, describe, expect } from 'vitest';
import { MAX_SEARCH_EVENTS } from '~/features/search/events/record-search.server';
import { BROWSER, post } from '../../support/ads';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const EVENTS = '/api/search-events';
const REQUESTS = 10_000;
const { it, site } = siteTest();
beforeEach(async () => {
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
});

async function send(event: object | string, address = '127.0.0.1', userAgent = BROWSER): Promise<unknown> {
  const answer = await post(site, EVENTS, event, userAgent, address);
  if (answer.status !== 200) return answer.status;
  return ((await answer.json()) as { counted: boolean }).counted;
}

const counts = async () =>
  (await site.db.query('select query, searches, empty, callers from search_counts order by query')).rows;
const callers = async () => (await site.db.query('select hash, day from search_callers')).rows;

describe('a search', () => {
  it('is counted by its words, without case, accents and punctuation', async () => {
    expect(await send({ query: '  “Flat-Fee”  Résumé ', total: 3 })).toBe(true);
    expect(await send({ query: 'FLAT FEE resume', total: 0 })).toBe(true);
    expect(await counts()).toEqual([{ query: 'flat fee resume', searches: 2, empty: 1, callers: 1 }]);
  });

  it('counts callers once a day per query, and addresses of one IPv6 network as one', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '2001:db8::1', '2001:db8::2'])
      await send({ query: 'intake', total: 1 }, address);
    expect(await counts()).toEqual([{ query: 'intake', searches: 5, empty: 0, callers: 3 }]);
  });

  it('counts opened results of public articles, alone and together with the search', async () => {
    await addArticle(site.db, { slug: 'public' });
    await addArticle(site.db, { slug: 'draft', status: 'draft' });
    await send({ query: 'intake', total: 4 });
    await send({ query: 'intake', opened: 'public' });
    await send({ query: 'intake', total: 4, opened: 'public' });
    await send({ query: 'intake', opened: 'draft' });
    await send({ query: 'intake', opened: 'unknown' });
    expect(await counts()).toEqual([{ query: 'intake', searches: 2, empty: 0, callers: 1 }]);
    const { rows } = await site.db.query(
      'select a.slug, o.opens from search_opens o join articles a on a.id = o.article_id',
    );
    expect(rows).toEqual([{ slug: 'public', opens: 2 }]);
  });

  it('leaves no trace of the caller: unrelated hashes until the day is over, then nothing', async () => {
    await send({ query: 'intake', total: 1 }, '192.0.2.7');
    await send({ query: 'billing', total: 1 }, '192.0.2.7');
    const stored = await callers();
    expect(new Set(stored.map(({ hash }) => hash)).size).toBe(2);
    expect(JSON.stringify([stored, await counts()])).not.toContain('192.0.2.7');
    await site.db.query('update search_callers set day = day - 1');
    await site.db.query("update search_counts set day = day - 400 where query = 'billing'");
    await site.db.query("update search_counts set day = day - 380 where query = 'intake'");
    await site.runCron(new Date('2026-11-25T10:03:00Z'));
    expect(await callers()).toEqual([]);
    expect((await counts()).map(({ query }) => query)).toEqual(['intake']);
  });

  it.each([
    ['an email address', 'jane@example.com'],
    ['an email address in full-width characters', 'jane＠example.com'],
    ['a case number', 'case 2026123'],
    ['a phone number', '(212) 555 01 99'],
    ['a short phone number', 'call 555-0199'],
    ['a social security number', '078-05-1120'],
    ['a query of 101 characters', 'x'.repeat(101)],
    ['a single character', 'x'],
    ['only punctuation', '?!'],
    ['a NUL', 'in\0take'],
  ])('is not stored if it is %s', async (_, query) => {
    expect(await send({ query, total: 1 })).toBe(false);
    expect([await counts(), await callers()]).toEqual([[], []]);
  });

  it('is stored with years and other short numbers', async () => {
    for (const query of ['marketing 2025 2026', 'top 100', 'form 1099'])
      expect(await send({ query, total: 1 })).toBe(true);
  });

  it('by crawlers, staff and browsers that ask not to be tracked is not counted', async () => {
    await addAccount(site.db, { email: 'editor@example.com', role: 'editor' });
    await addAccount(site.db);
    const body = JSON.stringify({ query: 'intake', total: 1 });
    const headers = { 'user-agent': BROWSER };
    const editor = visit(site);
    await editor.signIn('editor@example.com');
    expect(await (await editor.post(EVENTS, body, headers)).json()).toEqual({ counted: false });
    for (const optOut of [{ 'sec-gpc': '1' }, { dnt: '1' }] as Record<string, string>[])
      expect(await (await visit(site).post(EVENTS, body, { ...headers, ...optOut })).json()).toEqual({
        counted: false,
      });
    expect(await send({ query: 'intake', total: 1 }, '127.0.0.1', 'Googlebot/2.1')).toBe(false);
    expect(await counts()).toEqual([]);
    const reader = visit(site);
    await reader.signIn();
    expect(await (await reader.post(EVENTS, body, headers)).json()).toEqual({ counted: true });
  });
});

describe('a bad request', () => {
  it('is rejected and stores nothing', async () => {
    for (const event of [
      '',
      'query=intake',
      '[]',
      'null',
      {},
      { query: 'intake' },
      { query: 5, total: 1 },
      { query: 'intake', total: -1 },
      { query: 'intake', total: 1.5 },
      { query: 'intake', total: '1' },
      { query: 'intake', opened: '' },
      { query: 'x'.repeat(201), total: 1 },
    ])
      expect(await send(event), JSON.stringify(event)).toBe(422);
    expect(await send({ query: 'x'.repeat(3_000), total: 1 })).toBe(413);
    const get = await site.get(EVENTS);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await counts()).toEqual([]);
  });

  it('from another site is rejected', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await site.get(EVENTS, {
        method: 'POST',
        headers: { 'user-agent': BROWSER, origin },
        body: JSON.stringify({ query: 'intake', total: 1 }),
      });
      expect(answer.status).toBe(403);
    }
    expect(await counts()).toEqual([]);
  });

  it('with hostile text is counted as its words only', async () => {
    await addArticle(site.db, { slug: 'public' });
    for (const query of ["'; drop table articles; --", 'a & | ! :* <b>', '\u202egnikrow 🙂', "o'brien \\"])
      expect(await send({ query, total: 1, opened: "public' or true" }), query).toBe(true);
    expect((await counts()).map(({ query }) => query)).toContain('drop table articles');
    expect((await site.db.query('select * from search_opens')).rows).toEqual([]);
  });
});

describe('a forged client', () => {
  it('gains at most its limit with 10,000 requests, and cannot make a term appear', async () => {
    const statuses = new Map<unknown, number>();
    let sent = 0;
    const sendUntilDone = async () => {
      while (sent < REQUESTS) {
        const status = await send({ query: `forged ${sent++ % 400}`, total: 0 });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 16 }, sendUntilDone));
    expect(Object.fromEntries(statuses)).toEqual({
      true: MAX_SEARCH_EVENTS,
      429: REQUESTS - MAX_SEARCH_EVENTS,
    });
    const rows = await counts();
    expect(rows.reduce((total, { searches }) => total + searches, 0)).toBe(MAX_SEARCH_EVENTS);
    expect(Math.max(...rows.map((row) => row.callers))).toBe(1);
    expect(await send({ query: 'another reader', total: 1 }, '192.0.2.9')).toBe(true);
    // The limit is per hour, so this time limit only ends a test that hangs.
  }, 1_200_000);
});
