// The redirects page: every rule and message of its forms without JavaScript.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, deleteDuring, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();
const PAGE = '/admin/redirects';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('redirects, unknown_paths, slug_history, audit_log');
});

const create = (fromPath: string, toPath: string, query = '?new') =>
  admin.post(`${PAGE}${query}`, { intent: 'create', fromPath, toPath });
const rows = async () =>
  (await site.db.query('select from_path, to_path from redirects order by from_path')).rows.map(
    ({ from_path, to_path }) => [from_path, to_path],
  );
const idOf = async (from: string) =>
  (await site.db.query('select id from redirects where from_path = $1', [from])).rows[0].id as string;
const audited = async () =>
  (await site.db.query('select event, subject, details from audit_log order by id')).rows;

describe('a redirect', () => {
  it('is created in a dialog with its own address, works immediately, and is audited', async () => {
    const dialog = await (await admin.get(`${PAGE}?new&from=%2Fold-page`)).text();
    expect(dialog).toContain('New Redirect');
    expect(dialog).toMatch(/value="\/old-page"/);
    const answer = await create('/old-page', '/newsletter', '?q=x&new&from=%2Fold-page');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PAGE}?q=x`]);
    const page = visibleTextOf(await (await admin.get(PAGE)).text());
    expect(page).toContain('Redirect created successfully');
    expect(page).toContain('/old-page/newsletter0Never');
    const redirected = await site.get('/old-page');
    expect([redirected.status, redirected.headers.get('location')]).toEqual([301, '/newsletter']);
    await expect
      .poll(async () => visibleTextOf(await (await admin.get(PAGE)).text()))
      .toMatch(/\/old-page\/newsletter1[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/);
    expect(await audited()).toEqual([
      { event: 'redirect_created', subject: '/old-page', details: { to: '/newsletter' } },
    ]);
  });

  it('accepts addresses as people type and paste them', async () => {
    for (const [from, to] of [
      ['About-Us/', 'category/all?page=2'],
      [' /with%20space ', '/Newsletter/'],
      ['https://magazine.test/From/Here?x=1#y', 'https://magazine.test/newsletter#join'],
      ['/über', 'https://Partner.example/A?b=C'],
      ['/x//y', 'http://other.example'],
    ] as const)
      expect((await create(from, to)).status, from).toBe(303);
    expect(await rows()).toEqual([
      ['/%C3%BCber', 'https://partner.example/A?b=C'],
      ['/about-us', '/category/all?page=2'],
      ['/from/here', '/newsletter#join'],
      ['/with%20space', '/newsletter'],
      ['/x/y', 'http://other.example/'],
    ]);
    const redirected = await site.get('/%C3%BCber');
    expect(redirected.status).toBe(301);
  });

  it('may start from a search, in any case and without accents, but not from one with filters', async () => {
    await addArticle(site.db, { slug: 'x', title: 'Opening a café' });
    const search = async (query: string) => {
      const answer = await site.get(`/search?${query}`);
      return [answer.status, answer.headers.get('location')];
    };
    expect(await search('q=opening+cafe')).toEqual([200, null]);
    expect((await create('/search?q=Opening+Café', '/newsletter')).status).toBe(303);
    expect(await rows()).toEqual([['/search?q=opening+cafe', '/newsletter']]);
    for (const query of ['q=opening+cafe', 'q=++OPENING++Caf%C3%A9'])
      expect(await search(query), query).toEqual([301, '/newsletter']);
    expect(await search('q=opening+cafe&utm_source=x')).toEqual([301, '/newsletter?utm_source=x']);
    for (const query of [
      'q=opening+cafe&sort=date',
      'q=opening+cafe&year=2025',
      'q=opening',
      'q=opening+cafe&page=2',
    ])
      expect((await search(query))[0], query).toBe(200);
    const page = await (await admin.get(`${PAGE}?edit=${await idOf('/search?q=opening+cafe')}`)).text();
    expect(page).toContain('value="/search?q=opening+cafe"');
    await admin.post(PAGE, { intent: 'delete', id: await idOf('/search?q=opening+cafe') });
    expect(await search('q=opening+cafe')).toEqual([200, null]);
  });

  it.each([
    ['/search?q=fees', '/search?q=FEES', 'This would create a redirect loop'],
    ['/search?q=fees', '/search/?q=Fées&utm_source=x', 'This would create a redirect loop'],
    ['/search?q=fees&year=2025', '/y', 'This path belongs to a built-in page'],
    ['/search?q=f', '/y', 'This path belongs to a built-in page'],
    [`/search?q=${'字'.repeat(150)}`, '/y', 'From must be a path on this site, such as /old-page'],
    ['', '/x', 'From is required'],
    ['/x', '', 'To is required'],
    ['https://other.example/x', '/y', 'From must be a path on this site, such as /old-page'],
    ['/two words', '/y', 'From must be a path on this site, such as /old-page'],
    ['/old/*', '/y', 'Enter one path. Wildcards (*) are not supported'],
    ['/', '/y', 'This path belongs to a built-in page'],
    ['/admin/tags', '/y', 'This path belongs to a built-in page'],
    ['/account/reading-list', '/y', 'This path belongs to a built-in page'],
    ['/opensearch.xml', '/y', 'This path belongs to a built-in page'],
    ['/Newsletter/', '/y', 'This path belongs to a built-in page'],
    ['/x', '//evil.example', 'To must be a path on this site or a URL that begins with http:// or https://'],
    ['/x', '/\\evil.example', 'To must be a path on this site or a URL that begins with http:// or https://'],
    [
      '/x',
      '/%2Fevil.example',
      'To must be a path on this site or a URL that begins with http:// or https://',
    ],
    [
      '/x',
      '/%5Cevil.example',
      'To must be a path on this site or a URL that begins with http:// or https://',
    ],
    [
      '/x',
      '/..//evil.example',
      'To must be a path on this site or a URL that begins with http:// or https://',
    ],
    [
      '/x',
      'javascript:alert(1)',
      'To must be a path on this site or a URL that begins with http:// or https://',
    ],
    [
      '/x',
      'https://me:secret@other.example/',
      'To must be a path on this site or a URL that begins with http:// or https://',
    ],
    [`/${'x'.repeat(1000)}`, '/y', 'URLs are limited to 1000 characters'],
    ['/x', '/X/?a=1', 'This would create a redirect loop'],
    ['/x', '/x%2F', 'This would create a redirect loop'],
  ])('from %j to %j is rejected', async (from, to, reason) => {
    const answer = await create(from, to);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    const text = visibleTextOf(html);
    expect(text).toContain('Failed to save redirect.');
    expect(text).toContain(reason);
    expect(html).toContain('aria-invalid="true"');
    if (to) expect(html).toContain(`value="${to.replaceAll('&', '&amp;')}"`);
    expect(await rows()).toEqual([]);
  });

  it.each([
    '//evil.example/',
    '/\\\\evil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    'evil.example',
  ])('to %j is rejected by the database too', async (to) => {
    const insert = "insert into redirects (from_path, to_path) values ('/x', $1)";
    await expect(site.db.query(insert, [to])).rejects.toThrow('redirects_to_form');
  });

  it('is rejected for a live page and accepted for a former one', async () => {
    await addArticle(site.db, { slug: 'live', category: 'tools', tags: ['roi'] });
    await addArticle(site.db, { slug: 'draft', status: 'draft' });
    await site.db.query("insert into pages (slug, title) values ('about', 'About')");
    await site.db.query("insert into authors (slug, name) values ('no-articles', 'No Articles')");
    for (const from of [
      '/article/live',
      '/category/tools',
      '/tag/roi',
      '/author/dana-whitfield',
      '/page/about',
    ]) {
      const answer = await create(from, '/newsletter');
      expect(answer.status, from).toBe(422);
      expect(visibleTextOf(await answer.text())).toContain(
        'There is a page at this path, so the redirect would never be used',
      );
    }
    for (const from of ['/article/draft', '/author/no-articles'])
      expect((await create(from, '/newsletter')).status, from).toBe(303);
  });

  it('is rejected when its path has one already or it would form a loop', async () => {
    await create('/a', '/b');
    const twin = await create('/a', '/c');
    expect(twin.status).toBe(422);
    expect(visibleTextOf(await twin.text())).toContain('There is already a redirect from this path');
    await create('/b', '/c');
    const circle = await create('/c', 'https://magazine.test/A?x=1');
    expect(circle.status).toBe(422);
    expect(visibleTextOf(await circle.text())).toContain('This would create a redirect loop');
    const edited = await admin.post(`${PAGE}?edit=${await idOf('/b')}`, {
      intent: 'save',
      id: await idOf('/b'),
      fromPath: '/b',
      toPath: '/a',
    });
    expect(edited.status).toBe(422);
    await create('/search?q=who+we+are', '/search?q=about');
    await create('/search?q=about', '/us');
    for (const to of ['/search?q=About#top', '/search?q=Who+we+are'])
      expect((await create('/us', to)).status, to).toBe(422);
    expect((await create('/us', '/search?q=about&sort=date')).status).toBe(303);
    // As older versions accepted it.
    await site.db.query('alter table redirects disable trigger user');
    await site.db.query(
      `insert into redirects (from_path, to_path) values ('/search?q=one', '/search?q=two'), ('/search?q=two', '/search?q=one')`,
    );
    await site.db.query('alter table redirects enable trigger user');
    expect((await create('/into-it', '/search?q=one')).status).toBe(422);
    const halves = await Promise.all([create('/x', '/y'), create('/y', '/x')]);
    expect(halves.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it('leaves no audit log entry when it is deleted during a save', async () => {
    await create('/a', '/b');
    const id = await idOf('/a');
    const fields = { intent: 'save', id, fromPath: '/a', toPath: '/c' };
    const answer = await deleteDuring(site.db, 'redirects', id, () =>
      admin.post(`${PAGE}?edit=${id}`, fields),
    );
    expect(answer.status).toBe(404);
    expect((await audited()).map(({ event }) => event)).toEqual(['redirect_created']);
  });

  it('is not overwritten without notice when someone else changed it', async () => {
    await create('/a', '/b');
    const id = await idOf('/a');
    const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
    const version = versionOf(await (await admin.get(`${PAGE}?edit=${id}`)).text());
    const save = (toPath: string, version: string, fromPath = '/a') =>
      admin.post(`${PAGE}?edit=${id}`, { intent: 'save', id, fromPath, toPath, version });
    // Usage counts do not change the version.
    await site.db.query('update redirects set hits = hits + 1');
    expect((await save('/theirs', version)).status).toBe(303);
    const stale = await save('/mine', version);
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain(
      'Someone else changed this redirect while you were editing. Now /a redirects to /theirs. Your changes are still here',
    );
    expect(html).toContain('value="/mine"');
    expect(await rows()).toEqual([['/a', '/theirs']]);
    // A second rejection for another reason keeps the version that was shown.
    const again = await (await save('/mine', versionOf(html), '')).text();
    expect(versionOf(again)).toBe(versionOf(html));
    expect((await save('/mine', versionOf(html))).status).toBe(303);
    expect(await rows()).toEqual([['/a', '/mine']]);
    expect((await audited()).filter(({ event }) => event === 'redirect_updated')).toHaveLength(2);
  });

  it('is returned with the typed text while the database is unavailable', async () => {
    await create('/a', '/b');
    const id = await idOf('/a');
    await site.withoutDatabase(async () => {
      const fields = { intent: 'save', id, fromPath: '/a', toPath: '/typed', version: 'seen' };
      const answer = await admin.post(`${PAGE}?edit=${id}`, fields);
      expect(answer.status).toBe(503);
      const html = await answer.text();
      expect(visibleTextOf(html)).toContain('Failed to save redirect');
      for (const value of ['/typed', 'seen', id]) expect(html).toContain(`value="${value}"`);
    });
  });

  it('is edited and deleted with notices', async () => {
    await create('/a', '/b');
    const id = await idOf('/a');
    expect(await (await admin.get(`${PAGE}?edit=${id}`)).text()).toMatch(/value="\/b"/);
    const saved = await admin.post(`${PAGE}?edit=${id}`, {
      intent: 'save',
      id,
      fromPath: '/a',
      toPath: '/c',
    });
    expect(saved.status).toBe(303);
    expect(visibleTextOf(await (await admin.get(PAGE)).text())).toContain('Redirect updated successfully');
    const question = visibleTextOf(await (await admin.get(`${PAGE}?delete=${id}`)).text());
    expect(question).toContain('Are you sure you want to delete this redirect?');
    expect((await admin.post(`${PAGE}?delete=${id}`, { intent: 'delete', id })).status).toBe(303);
    expect(visibleTextOf(await (await admin.get(PAGE)).text())).toContain('Redirect deleted successfully');
    expect(await rows()).toEqual([]);
    expect((await audited()).slice(1)).toEqual([
      {
        event: 'redirect_updated',
        subject: '/a',
        details: { id, changes: { toPath: { from: '/b', to: '/c' } } },
      },
      { event: 'redirect_deleted', subject: '/a', details: { to: '/c', hits: 0 } },
    ]);
    const gone = await admin.post(`${PAGE}?edit=${id}`, { intent: 'save', id, fromPath: '/a', toPath: '/c' });
    expect(gone.status).toBe(404);
    const page = await gone.text();
    expect(visibleTextOf(page)).toContain('This redirect no longer exists');
    expect(page).toContain('value="/c"');
    expect((await admin.get(`${PAGE}?edit=${id}`)).status).toBe(404);
    expect((await admin.get(`${PAGE}?edit=nonsense`)).status).toBe(404);
  });
});

describe('the list', () => {
  it('is searched and paged with one round trip besides the guard', async () => {
    await site.db.query(
      "insert into redirects (from_path, to_path, created_at) select '/old/' || n, '/new/' || n, now() - n * interval '1 hour' from generate_series(1, 30) n",
    );
    const first = await admin.get(PAGE);
    expect(roundTrips(first)).toBe(2);
    const html = await first.text();
    expect(visibleTextOf(html)).toContain('30 redirects');
    expect(html).toContain('/old/25<');
    expect(html).not.toContain('/old/26<');
    expect(await (await admin.get(`${PAGE}?page=2`)).text()).toContain('/old/26<');
    const found = visibleTextOf(await (await admin.get(`${PAGE}?q=NEW%2F3`)).text());
    expect(found).toContain('2 redirects');
    expect(visibleTextOf(await (await admin.get(`${PAGE}?q=100%25`)).text())).toContain('No redirects found');
    expect((await admin.get(`${PAGE}?page=-1&paths=x`)).status).toBe(200);
  });

  it('shows the last page after the only row of a later page was deleted', async () => {
    await site.db.query(
      "insert into redirects (from_path, to_path, created_at) select '/old/' || n, '/new/' || n, now() - n * interval '1 hour' from generate_series(1, 26) n",
    );
    const id = await idOf('/old/26');
    const deleted = await admin.post(`${PAGE}?q=old&page=2&delete=${id}`, { intent: 'delete', id });
    const next = deleted.headers.get('location') ?? '';
    expect(next).toBe(`${PAGE}?q=old&page=2`);
    expect((await admin.get(next)).headers.get('location')).toBe(`${PAGE}?q=old`);
    expect((await admin.get(`${PAGE}?page=9&paths=7`)).headers.get('location')).toBe(PAGE);
    // An open form stays.
    expect((await admin.get(`${PAGE}?page=9&new`)).status).toBe(200);
  });
});

describe('unknown paths', () => {
  it('are listed with a link to create a redirect, which removes them', async () => {
    await site.get('/was/here', { headers: { referer: 'https://blog.example/post' } });
    await expect.poll(async () => visibleTextOf(await (await admin.get(PAGE)).text())).toContain('/was/here');
    const html = await (await admin.get(PAGE)).text();
    expect(visibleTextOf(html)).toMatch(/\/was\/herehttps:\/\/blog\.example\/post1[A-Z]/);
    expect(html).toContain('href="/admin/redirects?new=&amp;from=%2Fwas%2Fhere"');
    await create('/was/here', '/newsletter');
    expect((await site.db.query('select 1 from unknown_paths')).rows).toEqual([]);
  });

  it('are dismissed individually or all together', async () => {
    await site.db.query("insert into unknown_paths (path) select '/p' || n from generate_series(1, 13) n");
    const html = await (await admin.get(`${PAGE}?paths=2`)).text();
    expect(html.match(/Create Redirect/g)).toHaveLength(3);
    expect((await admin.post(PAGE, { intent: 'dismiss', path: '/p7' })).status).toBe(303);
    expect(visibleTextOf(await (await admin.get(PAGE)).text())).toContain('Path dismissed');
    expect((await site.db.query('select 1 from unknown_paths')).rows).toHaveLength(12);
    await admin.post(PAGE, { intent: 'dismiss-all' });
    expect(visibleTextOf(await (await admin.get(PAGE)).text())).toContain('No missing pages.');
    await admin.post(PAGE, { intent: 'dismiss', path: '/p7' });
    await admin.post(PAGE, { intent: 'dismiss-all' });
    expect(await audited()).toEqual([
      { event: 'unknown_path_dismissed', subject: '/p7', details: {} },
      { event: 'unknown_paths_dismissed', subject: null, details: {} },
    ]);
  });

  it('show the last page after the only row of a later page was dismissed', async () => {
    await site.db.query("insert into unknown_paths (path) select '/p' || n from generate_series(1, 21) n");
    const shown = await (await admin.get(`${PAGE}?paths=3`)).text();
    const [, path = ''] = /name="path" value="([^"]*)"/.exec(shown) ?? [];
    const dismissed = await admin.post(`${PAGE}?paths=3`, { intent: 'dismiss', path });
    const next = dismissed.headers.get('location') ?? '';
    expect((await admin.get(next)).headers.get('location')).toBe(`${PAGE}?paths=2`);
  });

  it('that contain HTML are escaped', async () => {
    await site.db.query(
      "insert into unknown_paths (path, last_referrer) values ('/%3Cimg%20src=x%20onerror=alert(1)%3E', 'https://x.example/')",
    );
    const html = await (await admin.get(PAGE)).text();
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});
