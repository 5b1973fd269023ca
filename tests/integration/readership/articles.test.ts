// What editors and readers see of the readership of articles: list, report, popular and most read.
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { DEFAULT_READERSHIP } from '~/features/readership/readership-settings';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { cacheState, toPlain, visibleTextOf } from '../../support/html';
import { READERSHIP_TABLES } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit, visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest({ pageCache: 'on' });
let admin: Visitor;
let author: Visitor;
let authorId: string;

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  authorId = await addAccount(site.db, {
    email: 'author@example.com',
    role: 'author',
    fullName: 'Dana Whitfield',
  });
  author = visit(site);
  await author.signIn('author@example.com');
});
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(READERSHIP_TABLES);
});

interface Read {
  slug: string;
  views: number;
  /** Engaged seconds of each view. */
  seconds?: number;
  quarter?: number;
  daysAgo?: number;
}

/** Counts views of an article. */
async function read({ slug, views, seconds = 60, quarter = 4, daysAgo = 0 }: Read): Promise<void> {
  await site.db.query(
    `with view as (
       insert into reading_beacons (view_id, kind, data, created_at)
       select gen_random_uuid(), 'view', jsonb_build_object('page', 'article', 'article', a.id,
         'sourceKind', 'referral', 'source', 'news.example', 'device', 'phone', 'country', '', 'reader', concat_ws(' ', $5::int, n)),
         now() - make_interval(days => $5::int)
       from articles a, generate_series(1, $2::int) n where a.slug = $1 returning view_id, created_at
     )
     insert into reading_beacons (view_id, kind, data, created_at)
     select view_id, 'progress', jsonb_build_object('seconds', $3::int, 'quarter', $4::int, 'outcomes', '[]'::jsonb), created_at
     from view`,
    [slug, views, seconds, quarter, daysAgo],
  );
  await site.db.query('select count_reading(100000)');
}

describe('the report of a named range', () => {
  it('lists an article with views but no engaged time, however many others have no views', async () => {
    for (let n = 0; n < 30; n += 1) await addArticle(site.db, { slug: `plain-${n}`, title: `Plain ${n}.` });
    // The last in the order of ids, which decides between articles with equal figures.
    const { rows } = await site.db.query('select slug, title from articles order by id desc limit 1');
    const [{ slug, title }] = rows;
    await addArticle(site.db, { slug: 'timed', title: 'Opened and timed' });
    await read({ slug, views: 4, seconds: 0, quarter: 0 });
    await read({ slug: 'timed', views: 2 });
    for (const by of ['engaged', 'views']) {
      const text = visibleTextOf(await (await admin.get(`/admin/readership?range=28&by=${by}`)).text());
      expect(text).toContain(title);
      expect(text).toContain('Opened and timed');
    }
  });
});

const setReadership = (settings: Partial<typeof DEFAULT_READERSHIP>) =>
  site.db.query(
    `insert into settings (key, value) values ('readership', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ ...DEFAULT_READERSHIP, ...settings })],
  );
const refresh = () => site.runCron(new Date('2026-11-24T10:29:00Z'));

describe('the article list', () => {
  const rows = async (query: string) =>
    [
      ...(await (await admin.get(`/admin/articles?${query}`)).text()).matchAll(
        /articles__name"[^>]*>([^<]+)</g,
      ),
    ].map(([, title]) => title);

  it('shows and sorts by the views and engaged minutes of 28 days', async () => {
    for (const slug of ['one', 'two', 'three']) await addArticle(site.db, { slug, title: slug });
    await read({ slug: 'one', views: 3, seconds: 600 });
    await read({ slug: 'two', views: 1_200, seconds: 1 });
    await read({ slug: 'three', views: 5_000, seconds: 300, daysAgo: 40 });
    const text = visibleTextOf(await (await admin.get('/admin/articles')).text());
    expect(text).toMatch(/one.*3 views.*30 min/);
    expect(text).toMatch(/two.*1,200 views.*20 min/);
    expect(await rows('sort=views')).toEqual(['two', 'one', 'three']);
    expect(await rows('sort=minutes')).toEqual(['one', 'two', 'three']);
    expect(await rows('sort=views&order=asc')).toEqual(['three', 'one', 'two']);
    expect(await rows('sort=views&pageSize=10&page=2')).toEqual([]);
  });
});

describe('the report of an article', () => {
  const countedSince = (daysAgo: number) =>
    site.db.query(
      'insert into reading_hours (day, hour) values (magazine_day(now(), magazine_zone()) - $1::int, 0)',
      [daysAgo],
    );

  it('shows figures, sources, how far people read beside the outline, and the median of its category', async () => {
    const id = await addArticle(site.db, {
      slug: 'mine',
      category: 'tools',
      age: 24 * 3,
      content: `<h2>How it starts</h2><p>${'a'.repeat(400)}</p><h2>How it ends &amp; why</h2><p>${'b'.repeat(100)}</p>`,
    });
    for (const [slug, views] of [
      ['a', 2],
      ['b', 8],
      ['c', 30],
    ] as const) {
      await addArticle(site.db, { slug, category: 'tools', age: 24 * 40 });
      await read({ slug, views, daysAgo: 39 });
    }
    await countedSince(60);
    await read({ slug: 'mine', views: 6, seconds: 90, quarter: 4, daysAgo: 1 });
    await read({ slug: 'mine', views: 4, seconds: 10, quarter: 1 });
    const text = visibleTextOf(await (await admin.get(`/admin/articles/${id}/readership`)).text());
    expect(text).toMatch(/Views\s*10\s*10 readers/);
    expect(text).toMatch(/Engaged minutes\s*10\s*58 seconds per view/);
    expect(text).toMatch(/Completion\s*60%/);
    expect(text).toMatch(/First quarter\s*100%.*How it starts.*Last quarter\s*60%.*How it ends & why/);
    expect(text).toMatch(/news\.example\s*10\s*10/);
    expect(text).toMatch(
      /In its first \d days it had 10 views\. The median of 3 other articles in this category is 8 at that age/,
    );
  });

  it('compares only articles of which views were counted from their first day', async () => {
    const id = await addArticle(site.db, { slug: 'mine', category: 'tools', age: 24 * 80 });
    const later = await addArticle(site.db, { slug: 'later', category: 'tools', age: 24 * 3 });
    for (const [slug, days] of [
      ['a', 40],
      ['b', 41],
      ['c', 42],
      ['uncounted', 70],
    ] as const) {
      await addArticle(site.db, { slug, category: 'tools', age: 24 * days });
      await read({ slug, views: 1, daysAgo: 2 });
    }
    await countedSince(60);
    for (const slug of ['mine', 'later']) await read({ slug, views: 2, daysAgo: 1 });
    const textOf = async (article: string) =>
      visibleTextOf(await (await admin.get(`/admin/articles/${article}/readership`)).text());
    expect(await textOf(id)).toMatch(/Views\s*2/);
    expect(await textOf(id)).not.toContain('at that age');
    expect(await textOf(later)).toContain('The median of 3 other articles');
  });

  it('says so if no one has viewed it, and answers 404 for an unknown article', async () => {
    const id = await addArticle(site.db, {});
    expect(visibleTextOf(await (await admin.get(`/admin/articles/${id}/readership`)).text())).toContain(
      'No views yet',
    );
    expect((await admin.get('/admin/articles/00000000-0000-4000-8000-000000000000/readership')).status).toBe(
      404,
    );
  });

  it('is open to authors for their own articles only', async () => {
    const [own, other] = [
      await addArticle(site.db, { slug: 'own' }),
      await addArticle(site.db, { slug: 'other' }),
    ];
    await site.db.query('update articles set owner_id = $1 where id = $2', [authorId, own]);
    expect((await author.get(`/admin/articles/${own}/readership`)).status).toBe(200);
    expect((await author.get(`/admin/articles/${other}/readership`)).status).toBe(403);
    expect((await visit(site).get(`/admin/articles/${own}/readership`)).status).toBe(302);
  });

  it('is summed up beside the editor', async () => {
    const id = await addArticle(site.db, { slug: 'edited' });
    await read({ slug: 'edited', views: 4, seconds: 90, quarter: 2 });
    const text = visibleTextOf(await (await admin.get(`/admin/articles/${id}/edit`)).text());
    expect(text).toMatch(/Readership\s*4 views, 6 engaged minutes, 0% read to the last quarter, 0 sign-ups/);
  });
});

describe('most read articles', () => {
  const shown = async (path: string) =>
    [
      ...(/<ol class="most-read__list[\s\S]*?<\/ol>/.exec(await site.text(path))?.[0] ?? '').matchAll(
        /\/article\/([\w-]+)"/g,
      ),
    ].map(([, slug]) => slug);

  it('are shown only if the settings say so, most engaged first, and follow a changed order', async () => {
    for (const slug of ['one', 'two', 'three']) await addArticle(site.db, { slug });
    await read({ slug: 'two', views: 9 });
    await read({ slug: 'one', views: 5 });
    await refresh();
    expect(await shown('/')).toEqual([]);
    await setReadership({ showMostRead: true });
    await read({ slug: 'three', views: 7 });
    await refresh();
    expect(await shown('/')).toEqual(['two', 'three', 'one']);
    expect(await shown('/article/two')).toEqual(['three', 'one']);
    await site.text('/');
    expect(cacheState(await site.get('/'))).toBe('hit');
    await read({ slug: 'two', views: 1 });
    await refresh();
    expect(cacheState(await site.get('/')), 'the order is the same').toBe('hit');
    await read({ slug: 'one', views: 30 });
    await refresh();
    expect(await shown('/')).toEqual(['one', 'two', 'three']);
  });

  it('never contain drafts and deleted articles', async () => {
    for (const slug of ['d-one', 'd-two']) await addArticle(site.db, { slug });
    await setReadership({ showMostRead: true });
    await read({ slug: 'd-one', views: 9 });
    await read({ slug: 'd-two', views: 5 });
    await refresh();
    await site.db.query(`update articles set status = 'draft' where slug = 'd-one'`);
    await refresh();
    expect(await shown('/article/d-two')).toEqual([]);
  });
});

describe('popular articles', () => {
  const isPopular = async (slug: string) => (await site.text(`/article/${slug}`)).includes('Popular Article');

  it('are chosen by hand by default, and computed with the chosen ones first if the settings say so', async () => {
    await addArticle(site.db, { slug: 'chosen', isPopular: true });
    for (const slug of ['p-one', 'p-two', 'p-three']) await addArticle(site.db, { slug });
    await read({ slug: 'p-one', views: 9 });
    await read({ slug: 'p-two', views: 5 });
    await read({ slug: 'p-three', views: 1 });
    await refresh();
    expect([await isPopular('chosen'), await isPopular('p-one')]).toEqual([true, false]);
    await setReadership({ popular: 'computed', popularCount: 3 });
    await refresh();
    expect(await Promise.all(['chosen', 'p-one', 'p-two', 'p-three'].map(isPopular))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    await read({ slug: 'p-three', views: 20 });
    await refresh();
    expect(await Promise.all(['chosen', 'p-one', 'p-two', 'p-three'].map(isPopular))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    await setReadership({ popular: 'chosen' });
    await refresh();
    expect(await Promise.all(['chosen', 'p-one', 'p-three'].map(isPopular))).toEqual([true, false, false]);
  });

  it('follow the settings immediately, come after the chosen ones in a category, and count as popular', async () => {
    for (const [index, slug] of ['plain', 'computed', 'chosen'].entries())
      await addArticle(site.db, { slug, category: 'tools', age: index + 1, isPopular: slug === 'chosen' });
    await read({ slug: 'computed', views: 9 });
    await refresh();
    const save = async (popular: string, popularCount: number) => {
      const path = '/admin/readership/settings';
      const html = await (await admin.get(path)).text();
      const version = toPlain(/name="version" value="([^"]*)"/.exec(html)?.[1] ?? '');
      const form = {
        intent: 'settings',
        version,
        logDays: '90',
        popular,
        popularCount: String(popularCount),
      };
      expect((await admin.post(path, form)).status).toBe(303);
    };
    const shown = async () => [
      await isPopular('computed'),
      [
        ...new Set(
          [...(await site.text('/category/tools')).matchAll(/href="\/article\/([\w-]+)"/g)].map(
            ([, slug]) => slug,
          ),
        ),
      ].join(' '),
      /Featured Articles\s*(\d+)/.exec(visibleTextOf(await (await admin.get('/admin')).text()))?.[1],
    ];
    expect(await shown()).toEqual([false, 'chosen plain computed', '1']);
    await save('computed', 2);
    expect(await shown()).toEqual([true, 'chosen computed plain', '2']);
    await save('computed', 1);
    expect(await shown()).toEqual([false, 'chosen plain computed', '1']);
    await save('computed', 2);
    await save('chosen', 2);
    expect(await shown()).toEqual([false, 'chosen plain computed', '1']);
  });
});
