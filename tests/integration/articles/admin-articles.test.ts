// The admin article list: filters, sorting, pages, the Trash and bulk actions.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const LIST = '/admin/articles';
// With the page cache, so that changes have to purge what readers see.
const { it, site, admin } = adminTest({ pageCache: 'on' });

beforeEach(() => emptyMagazine(site.db));

/** The titles in the table, in order. */
function titlesOf(html: string): string[] {
  return [...html.matchAll(/class="articles__name"[^>]*>([^<]*)</g)].map((match) =>
    visibleTextOf(match[1] ?? ''),
  );
}

async function listed(query = ''): Promise<string[]> {
  const page = await admin.get(LIST + query);
  expect(page.status, query).toBe(200);
  return titlesOf(await page.text());
}

/** Posts a form of the list with several ids. */
function send(intent: string, ids: string[], fields: Record<string, string> = {}, path = LIST) {
  const body = new URLSearchParams({ intent, ...fields });
  for (const id of ids) body.append('id', id);
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: site.url, referer: `${site.url}/admin` };
  return site.get(path, { method: 'POST', body, headers });
}

/** The notice after an accepted form, with the number of ids that its Undo restores. */
async function noticeAfter(
  response: Response,
): Promise<{ text: string; undo: number; location: string | null }> {
  expect(response.status).toBe(303);
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('__Host-admin-notice='));
  const stored = JSON.parse(decodeURIComponent(/=([^;]*)/.exec(cookie ?? '')?.[1] ?? '{}'));
  return {
    text: stored.title,
    undo: stored.undo?.length ?? 0,
    location: response.headers.get('location'),
  };
}

const rowOf = async (id: string) =>
  (await site.db.query('select * from articles where id = $1', [id])).rows[0];

describe('the list', () => {
  it('shows every article except deleted ones, newest first, with one round trip besides the guard', async () => {
    await addArticle(site.db, { title: 'Old and archived', status: 'archived', age: 50 });
    await addArticle(site.db, {
      title: 'A popular one',
      summary: 'In one sentence.',
      isPopular: true,
      isFeatured: true,
      category: 'tools',
      author: 'Dana Whitfield',
      slug: 'a-popular-one',
      age: 2,
    });
    const draft = await addArticle(site.db, { title: 'A waiting draft', status: 'draft', age: 3 });
    await site.db.query("update articles set publish_at = '2031-03-04T14:30:00Z' where id = $1", [draft]);
    await addArticle(site.db, { title: 'In the Trash', deleted: true });
    const page = await admin.get(LIST);
    expect(roundTrips(page)).toBe(2);
    const html = await page.text();
    expect(titlesOf(html)).toEqual(['A popular one', 'A waiting draft', 'Old and archived']);
    const text = visibleTextOf(html);
    for (const words of [
      'A popular one FeaturedPopularIn one sentence.Tools',
      'Dana Whitfield',
      'New Article',
      'Mar 4, 2031, 9:30 AM',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(
      /Dana Whitfield\s*[A-Z][a-z]{2} \d{1,2}, \d{4}\s*0 views\s*0 min\s*View A popular one\s*Edit.*?Delete/,
    );
    for (const status of ['published', 'draft', 'archived'])
      expect(html).toContain(`class="status status--${status}"`);
    expect(html).toContain('width="80" height="60"');
    expect(html).toContain('href="/article/a-popular-one"');
    expect(html).toContain(`href="${LIST}/${draft}/edit"`);
    expect(html).toContain(`href="${LIST}?delete=${draft}"`);
    expect(html).toContain(`href="${LIST}/new"`);
    expect(text).not.toContain('Pagination');
    expect(html).not.toContain('aria-label="Pagination"');
  });

  it('filters by text, status and category, alone and combined', async () => {
    const tools = await addCategory(site.db, 'tools');
    await addArticle(site.db, { title: 'Trust accounts', category: 'tools', age: 1 });
    await addArticle(site.db, {
      title: 'Intake',
      summary: 'A trust is not a Wäscherei',
      status: 'draft',
      age: 2,
    });
    await addArticle(site.db, { title: 'Billing', content: '<p>Nobody can trust 100% of it</p>', age: 3 });
    await addArticle(site.db, { title: 'Gone', content: '<p>trust</p>', deleted: true });
    expect(await listed('?search=TRUST')).toEqual(['Trust accounts', 'Intake', 'Billing']);
    // One typo.
    expect(await listed('?search=waescherei')).toEqual(['Intake']);
    expect(await listed('?search=wascherei')).toEqual(['Intake']);
    expect(await listed('?search=100%25')).toEqual(['Billing']);
    expect(await listed('?search=%25')).toEqual(['Billing']);
    expect(await listed('?search=_')).toEqual([]);
    expect(await listed('?status=draft')).toEqual(['Intake']);
    expect(await listed('?status=all')).toHaveLength(3);
    expect(await listed('?categoryId=none')).toEqual(['Intake', 'Billing']);
    expect(await listed(`?categoryId=${tools}`)).toEqual(['Trust accounts']);
    expect(await listed('?categoryId=none&status=published')).toEqual(['Billing']);
    expect(await listed('?search=trust&categoryId=none&status=draft')).toEqual(['Intake']);
    expect(await listed(`?categoryId=${UNKNOWN_ID}`)).toEqual([]);
  });

  it('ignores invalid query parameters', async () => {
    await addArticle(site.db, { title: 'The only one' });
    for (const query of [
      '?page=0',
      '?page=-1',
      '?page=abc',
      '?page=1e9',
      '?pageSize=7',
      '?pageSize=100000',
      '?status=deleted',
      "?categoryId=' or 1=1",
      '?categoryId=123',
      '?sort=password&order=sideways',
      '?view=secret',
      '?search=%00',
      '?search=%20%20',
      '?bulk=nonsense&id=zz',
    ])
      expect(await listed(query), query).toEqual(['The only one']);
    expect((await admin.get(`${LIST}?search=${'x'.repeat(3_000)}`)).status).toBe(200);
    for (const query of ['?delete=zz', '?delete=', `?delete=${UNKNOWN_ID}`, '?erase=1', '?bulk=delete&id=zz'])
      expect((await admin.get(LIST + query)).status, query).toBe(404);
  });

  it('has empty states', async () => {
    const text = async (query: string) => visibleTextOf(await (await admin.get(LIST + query)).text());
    expect(await text('')).toMatch(/No articles found ?Get started by creating your first article/);
    for (const query of ['?search=zebra', '?status=draft', '?categoryId=none'])
      expect(await text(query)).toMatch(/No articles found ?Try adjusting your filters/);
    expect(await text('?view=trash')).toContain('The Trash is empty');
  });

  it('sorts by any column in both directions', async () => {
    const facts = [
      { title: 'beta', author: 'Zoe', category: 'tools', status: 'draft', age: 3 },
      { title: 'Alpha', author: 'amy', category: 'operations', status: 'published', age: 2 },
      { title: 'gamma', author: 'Max', category: null, status: 'archived', age: 1 },
    ] as const;
    for (const fact of facts) await addArticle(site.db, fact);
    expect(await listed()).toEqual(['gamma', 'Alpha', 'beta']);
    expect(await listed('?order=asc')).toEqual(['beta', 'Alpha', 'gamma']);
    for (const [sort, ascending] of [
      ['title', ['Alpha', 'beta', 'gamma']],
      ['author', ['Alpha', 'gamma', 'beta']],
      ['status', ['gamma', 'beta', 'Alpha']],
      ['category', ['Alpha', 'beta', 'gamma']],
      ['date', ['beta', 'Alpha', 'gamma']],
    ] as const) {
      expect(await listed(`?sort=${sort}&order=asc`), sort).toEqual(ascending);
      expect(await listed(`?sort=${sort}&order=desc`), sort).toEqual([...ascending].reverse());
    }
    const html = await (await admin.get(`${LIST}?sort=title`)).text();
    expect(html).toContain('aria-sort="ascending"');
    expect(html).toContain(`href="${LIST}?sort=title&amp;order=desc"`);
  });
});

describe('pagination', () => {
  beforeEach(async () => {
    await site.db.query(`
      insert into articles (title, slug, author, status, created_at)
      select 'Number ' || n, 'number-' || n, 'Dana', case when n % 2 = 0 then 'draft' else 'published' end, now() - n * interval '1 hour'
      from generate_series(1, 120) n`);
  });

  it('appears for more than one page, with 10, 25 or 50 rows and at most five page numbers', async () => {
    const html = await (await admin.get(`${LIST}?page=7`)).text();
    expect(titlesOf(html)).toHaveLength(10);
    expect(titlesOf(html)[0]).toBe('Number 61');
    expect(visibleTextOf(html)).toContain('61–70 of 120');
    const numbers = [...html.matchAll(/aria-label="Page (\d+)"/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual([1, 6, 7, 8, 12]);
    expect(visibleTextOf(html)).toMatch(/Previous.*….*Next/);
    expect(html).toContain(`href="${LIST}?page=6" rel="prev"`.split(' ')[0]);
    for (const [size, count] of [
      [25, 25],
      [50, 50],
    ])
      expect(await listed(`?pageSize=${size}`)).toHaveLength(count ?? 0);
    expect(await listed('?pageSize=50&page=3')).toHaveLength(20);
    const short = await (await admin.get(`${LIST}?search=Number%2011`)).text();
    expect(titlesOf(short)).toHaveLength(10);
    expect(visibleTextOf(short)).toContain('1–10 of 11');
    const all = await (await admin.get(`${LIST}?search=Number%2011&pageSize=50`)).text();
    expect(all).toContain('Per page');
    expect(all).not.toContain('aria-label="Pagination"');
    const one = await (await admin.get(`${LIST}?search=Number%20120`)).text();
    expect(one).not.toContain('Per page');
    expect(one).not.toContain('aria-label="Pagination"');
  });

  it('keeps filters and restarts when they change', async () => {
    const html = await (await admin.get(`${LIST}?status=draft&sort=title&page=2&pageSize=25`)).text();
    expect(html).toContain(`href="${LIST}?status=draft&amp;sort=title&amp;page=3&amp;pageSize=25"`);
    const filters = /<form[^>]*role="search"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    expect(filters).toContain('name="sort" value="title"');
    expect(filters).toContain('name="pageSize" value="25"');
    expect(filters).not.toContain('name="page"');
    const sizes = /<form[^>]*class="articles-pages__size"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    expect(sizes).toContain('name="status" value="draft"');
    expect(sizes).not.toContain('name="page"');
  });

  it('redirects to the last page when the requested one no longer exists', async () => {
    const page = await admin.get(`${LIST}?page=99&status=draft`);
    expect([page.status, page.headers.get('location')]).toEqual([302, `${LIST}?status=draft&page=6`]);
  });
});

describe('deleting', () => {
  it('asks first and moves the article to the Trash, and Undo restores it unchanged', async () => {
    const id = await addArticle(site.db, { title: 'Going away', slug: 'going-away', category: 'tools' });
    const dialog = visibleTextOf(await (await admin.get(`${LIST}?page=1&delete=${id}`)).text());
    expect(dialog).toContain('Are you sure you want to delete this article?');
    const notice = await noticeAfter(await send('delete', [id], {}, `${LIST}?status=published&delete=${id}`));
    expect(notice).toEqual({
      text: 'Article deleted successfully',
      undo: 1,
      location: `${LIST}?status=published`,
    });
    expect((await rowOf(id)).deleted_at).not.toBeNull();
    expect((await site.get('/article/going-away')).status).toBe(404);
    expect(await listed()).toEqual([]);
    expect(await listed('?view=trash')).toEqual(['Going away']);
    expect((await noticeAfter(await send('restore', [id]))).text).toBe('Article restored successfully');
    expect(await rowOf(id)).toMatchObject({ deleted_at: null, status: 'published', version: 3 });
    const again = await send('restore', [id]);
    expect([again.status, visibleTextOf(await again.text())]).toEqual([
      404,
      expect.stringContaining('no longer in the Trash. It was restored'),
    ]);
    expect((await site.get('/article/going-away')).status).toBe(200);
    const { rows } = await site.db.query(
      "select event, subject, details from audit_log where subject = 'Going away' order by id",
    );
    expect(rows).toEqual([
      { event: 'article_deleted', subject: 'Going away', details: { id } },
      { event: 'article_restored', subject: 'Going away', details: { id } },
    ]);
  });

  it('reports a missing article and changes nothing', async () => {
    const answer = await send('delete', [UNKNOWN_ID]);
    expect(answer.status).toBe(404);
    expect(visibleTextOf(await answer.text())).toContain('Failed to delete article');
    const malformed = await send('delete', ['zz']);
    expect(malformed.status).toBe(422);
    expect(visibleTextOf(await malformed.text())).toContain('Failed to delete article');
    expect((await send('nonsense', [UNKNOWN_ID])).status).toBe(400);
  });

  it('permanently works only in the Trash and frees the slug', async () => {
    const untouched = await addArticle(site.db, { title: 'Kept' });
    const gone = await addArticle(site.db, { title: 'Gone', slug: 'gone', tags: ['roi'], deleted: true });
    expect((await send('erase', [untouched])).status).toBe(404);
    const question = visibleTextOf(await (await admin.get(`${LIST}?view=trash&erase=${gone}`)).text());
    expect(question).toContain('Are you sure you want to permanently delete this article?');
    const notice = await noticeAfter(await send('erase', [gone, untouched], {}, `${LIST}?view=trash`));
    expect(notice).toEqual({ text: 'Article deleted successfully', undo: 0, location: `${LIST}?view=trash` });
    expect(await rowOf(gone)).toBeUndefined();
    expect(await rowOf(untouched)).toBeDefined();
    await addArticle(site.db, { title: 'Gone', slug: 'gone' });
  });

  it('clears a scheduled time that passed in the Trash and keeps a future one', async () => {
    const [past, future] = [
      await addArticle(site.db, { status: 'draft', deleted: true }),
      await addArticle(site.db, { status: 'draft', deleted: true }),
    ];
    await site.db.query("update articles set publish_at = now() - interval '1 hour' where id = $1", [past]);
    await site.db.query("update articles set publish_at = now() + interval '1 hour' where id = $1", [future]);
    await send('restore', [past, future]);
    expect((await rowOf(past)).publish_at).toBeNull();
    expect((await rowOf(future)).publish_at).not.toBeNull();
  });

  it('permanently happens 30 days later, by the cron task', async () => {
    const [old, young] = [
      await addArticle(site.db, { title: 'Old', deleted: true }),
      await addArticle(site.db, { title: 'Young', deleted: true }),
    ];
    const untouched = await addArticle(site.db, { title: 'Never deleted', age: 5_000 });
    await site.db.query("update articles set deleted_at = now() - interval '2 days' where id = $1", [old]);
    const days = (count: number) => new Date(Date.now() + count * 24 * 3600 * 1000);
    await site.runCron(days(27));
    expect(await rowOf(old)).toBeDefined();
    await site.runCron(days(29));
    expect([await rowOf(old), (await rowOf(young)).title]).toEqual([undefined, 'Young']);
    expect(await rowOf(untouched)).toBeDefined();
    const { rows } = await site.db.query(
      "select actor_id, event, address from audit_log where subject = 'Old'",
    );
    expect(rows).toEqual([{ actor_id: null, event: 'article_erased', address: null }]);
  });

  it('shows the days left in the Trash, and restores several articles', async () => {
    const ids = [
      await addArticle(site.db, { title: 'One', deleted: true }),
      await addArticle(site.db, { title: 'Two', deleted: true, status: 'draft' }),
    ];
    await site.db.query("update articles set deleted_at = now() - interval '29 days' where id = $1", [
      ids[1],
    ]);
    const html = await (await admin.get(`${LIST}?view=trash`)).text();
    expect(titlesOf(html)).toEqual(['One', 'Two']);
    expect(visibleTextOf(html)).toContain('30 days left');
    expect(visibleTextOf(html)).toContain('1 day left');
    expect(html).not.toContain('/edit"');
    expect((await noticeAfter(await send('restore', ids))).text).toBe('Restored 2 articles');
    expect((await rowOf(ids[1] ?? '')).status).toBe('draft');
  });
});

describe('bulk actions', () => {
  it('assign a category or none in one transaction, with an audit log entry per article', async () => {
    const [a, b] = [
      await addArticle(site.db, { title: 'A', category: 'tools' }),
      await addArticle(site.db, { title: 'B' }),
    ];
    const operations = await addCategory(site.db, 'operations');
    const asked = visibleTextOf(await (await admin.get(`${LIST}?bulk=category&id=${a}&id=${b}`)).text());
    expect(asked).toContain('Assign Category');
    expect(asked).toContain('Remove Category');
    const notice = await noticeAfter(
      await send('category', [a, b], { categoryId: operations }, `${LIST}?page=1&bulk=category`),
    );
    expect(notice).toMatchObject({ text: 'Updated 2 articles', location: LIST });
    expect([(await rowOf(a)).category_id, (await rowOf(b)).category_id]).toEqual([operations, operations]);
    const { rows } = await site.db.query(
      "select subject, details->'changes' as changes from audit_log where event = 'article_updated' and subject in ('A', 'B') order by subject",
    );
    expect(rows).toEqual([
      { subject: 'A', changes: { category: { from: 'Tools', to: 'Operations' } } },
      { subject: 'B', changes: { category: { from: null, to: 'Operations' } } },
    ]);
    expect((await noticeAfter(await send('category', [a, b], { categoryId: 'none' }))).text).toBe(
      'Updated 2 articles',
    );
    expect([(await rowOf(a)).category_id, (await rowOf(a)).version]).toEqual([null, 3]);
    const { rows: counts } = await site.db.query(
      'select category_id, total::int from article_counts where total <> 0',
    );
    expect(counts).toEqual([{ category_id: null, total: 2 }]);
  });

  it('reject an unknown category and keep the selection', async () => {
    const id = await addArticle(site.db, { category: 'tools' });
    for (const categoryId of [UNKNOWN_ID, '', 'zz']) {
      const answer = await send('category', [id], { categoryId }, `${LIST}?bulk=category&id=${id}`);
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(visibleTextOf(html)).toContain('Failed to update articles');
      expect(html).toContain(`name="id" value="${id}"`);
    }
    expect((await rowOf(id)).category_id).not.toBeNull();
  });

  it('publish: a new article is dated now, an old one keeps its date, and schedules are cleared', async () => {
    const { rows } = await site.db.query(`
      insert into articles (title, slug, author, status, publish_date, publish_at)
      values ('New', 'new-one', 'Dana', 'draft', now() - interval '20 days', now() + interval '1 day') returning id`);
    const draft: string = rows[0].id;
    const archived = await addArticle(site.db, { title: 'Back again', status: 'archived', age: 700 });
    const trashed = await addArticle(site.db, { status: 'draft', deleted: true });
    const before = await rowOf(archived);
    expect((await noticeAfter(await send('publish', [draft, archived, trashed]))).text).toBe(
      'Updated 2 articles',
    );
    const after = await rowOf(draft);
    expect(after).toMatchObject({ status: 'published', publish_at: null });
    expect(Date.now() - after.publish_date.getTime()).toBeLessThan(600_000);
    expect((await rowOf(archived)).publish_date).toEqual(before.publish_date);
    expect((await rowOf(trashed)).status).toBe('draft');
    expect((await site.get('/article/new-one')).status).toBe(200);
  });

  it('archive and delete several articles, with Undo for all of them', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push(await addArticle(site.db));
    expect((await noticeAfter(await send('archive', ids))).text).toBe('Updated 3 articles');
    expect((await rowOf(ids[0] ?? '')).status).toBe('archived');
    const query = ids.map((id) => `&id=${id}`).join('');
    const asked = visibleTextOf(await (await admin.get(`${LIST}?bulk=delete${query}`)).text());
    expect(asked).toContain('Are you sure you want to delete these 3 articles?');
    expect(await noticeAfter(await send('delete', ids))).toMatchObject({
      text: 'Deleted 3 articles',
      undo: 3,
    });
  });

  it('require a selection', async () => {
    await addArticle(site.db);
    const answer = await send('publish', []);
    expect(answer.status).toBe(422);
    expect(visibleTextOf(await answer.text())).toContain(
      'Failed to update articles. Select at least one article.',
    );
    const asked = visibleTextOf(await (await admin.get(`${LIST}?bulk=delete`)).text());
    expect(asked).toContain('Select at least one article.');
  });

  it('do not deadlock when two people change the same articles', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 8; i += 1) ids.push(await addArticle(site.db, { status: 'draft' }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        send(i % 2 ? 'publish' : 'archive', i % 3 ? ids : [...ids].reverse()),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 303));
    const { rows } = await site.db.query('select count(distinct status)::int as kinds from articles');
    expect(rows[0].kinds).toBe(1);
  });

  it('answer 503 while the database is unavailable', async () => {
    const id = await addArticle(site.db);
    await site.loseDatabase();
    const answer = await send('publish', [id]);
    const page = await admin.get(LIST);
    await site.restoreDatabase();
    expect([answer.status, page.status]).toEqual([503, 503]);
  });
});

it('applies bulk actions to cached pages immediately', async () => {
  const ids = [
    await addArticle(site.db, { title: 'Soon gone', slug: 'soon-gone', category: 'cached-work' }),
    await addArticle(site.db, { title: 'Soon gone too', slug: 'soon-gone-too' }),
  ];
  const paths = ['/article/soon-gone', '/category/cached-work', '/author/dana-whitfield'];
  const areVisible = async () =>
    Promise.all(paths.map(async (path) => (await site.text(path)).includes('Soon gone')));
  expect(await areVisible()).toEqual([true, true, true]);
  for (const [hide, restore] of [
    ['archive', 'publish'],
    ['delete', 'restore'],
  ] as const) {
    await send(hide, ids);
    expect(await areVisible()).toEqual([false, false, false]);
    await send(restore, ids);
    expect(await areVisible()).toEqual([true, true, true]);
  }
});
