// Who can open the admin. The routes come from the build, so a new route without a guard fails here.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { setUpApp } from '../../support/accounts/authenticator-app';
import { listAdminAddresses } from '../../support/admin-routes';
import { addAccount, addArticle, emptyMagazine, withoutTable } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const { it, site, admin } = adminTest();
let reader: Visitor;
const addresses = listAdminAddresses(new URL('../../..', import.meta.url).pathname);

beforeAll(async () => {
  await addAccount(site.db);
  reader = visit(site);
  await reader.signIn();
});

describe('when admins need a second factor', () => {
  const HERE = '/account/security';
  beforeAll(() =>
    site.db.query(`insert into settings (key, value) values ('site', '{"requireSecondFactor": true}')`),
  );
  afterAll(() => site.empty('settings'));

  it.each(addresses)('$id redirects an admin without one to setting one up', async ({ address }) => {
    for (const answer of [await admin.get(address), await admin.post(address, { title: 'x' })])
      expect([answer.status, answer.headers.get('location')]).toEqual([302, HERE]);
    expect(await (await admin.get(`${address}.data`)).text()).toContain(HERE);
  });

  it('explains this on the account page and keeps the input', async () => {
    expect(visibleTextOf(await (await admin.get(HERE)).text())).toContain(
      'Your role requires a second factor',
    );
    expect(await (await reader.get(HERE)).text()).not.toContain('requires a second factor');
    const typed = { intent: 'settings', name: 'My typed name', version: '' };
    const answer = await admin.post('/admin/settings', typed);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([401, expect.stringContaining('My typed name')]);
    expect(text).toContain('Set one up on your account page');
    const { rows } = await site.db.query('select value from settings');
    expect(rows).toEqual([{ value: { requireSecondFactor: true } }]);
  });

  it('protects the endpoints outside the admin pages too', async () => {
    await addArticle(site.db, { slug: 'embargoed', title: 'Embargoed', status: 'draft' });
    const draw = await admin.post('/api/generate-article-images', '{}', {
      'content-type': 'application/json',
    });
    expect([draw.status, await draw.json()]).toEqual([
      403,
      { success: false, error: expect.stringContaining('Set up a second factor first') },
    ]);
    const preview = await admin.get('/article/embargoed');
    expect([preview.status, await preview.text()]).toEqual([404, expect.not.stringContaining('Embargoed')]);
    const routes = addresses.map(({ address }) => address);
    // The tests above cover these script endpoints together with the pages.
    expect(routes).toEqual(expect.arrayContaining(['/admin/media/upload', '/admin/articles/autosave']));
    const image = new FormData();
    image.set('file', new Blob(['x'], { type: 'image/png' }), 'x.png');
    for (const route of ['/admin/media/upload', '/admin/transfer/upload', '/admin/images/draw']) {
      const answer = await admin.post(route, image, { accept: 'application/json' });
      expect([route, answer.status, answer.headers.get('location')]).toEqual([route, 302, HERE]);
    }
    expect((await site.db.query('select 1 from media')).rowCount).toBe(0);
    await emptyMagazine(site.db);
    await site.db.query(`insert into settings (key, value) values ('site', '{"requireSecondFactor": true}')`);
  });

  it('redirects editors too, and lets authors in', async () => {
    for (const [email, role, status, location] of [
      ['ed@example.com', 'editor', 302, HERE],
      ['tom@example.com', 'author', 200, null],
    ] as const) {
      await addAccount(site.db, { email, role });
      const staff = visit(site);
      await staff.signIn(email);
      const answer = await staff.get('/admin');
      expect([role, answer.status, answer.headers.get('location')]).toEqual([role, status, location]);
    }
  });

  it('lets an admin with a second factor in', async () => {
    const owner = visit(site);
    await owner.signIn('boss@example.com');
    await setUpApp(owner);
    expect((await owner.get('/admin')).status).toBe(200);
    await site.db.query('delete from mfa_factors');
    expect((await owner.get('/admin')).headers.get('location')).toBe(HERE);
    // Setting up the first factor ended every session without one.
    await admin.signIn('boss@example.com');
  });
});

describe('the admin', () => {
  it('has routes', () => {
    expect(addresses.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['/admin', '/admin/no-such-page']),
    );
  });

  it.each(addresses)('$id sends visitors to sign in and back', async ({ address }) => {
    const visitor = visit(site);
    const expected = `/auth?redirect=${encodeURIComponent(address)}`;
    const page = await visitor.get(address);
    expect([page.status, page.headers.get('location')]).toEqual([302, expected]);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const posted = await visitor.post(address, { title: 'x' });
    expect([posted.status, posted.headers.get('location')]).toEqual([302, expected]);
    await expectNoData(visitor, address, '/auth?redirect=');
  });

  it.each(addresses)('$id sends readers to the home page', async ({ address }) => {
    const page = await reader.get(address);
    expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
    const posted = await reader.post(address, { title: 'x' });
    expect([posted.status, posted.headers.get('location')]).toEqual([302, '/']);
    await expectNoData(reader, address, '"/"');
  });

  it.each(addresses)('$id lets admins in and rejects cross-origin forms', async ({ address }) => {
    const page = await admin.get(address);
    expect([200, 302, 404]).toContain(page.status);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const isPage = page.headers.get('content-type')?.startsWith('text/html') && page.status !== 302;
    if (isPage) expect(visibleTextOf(await page.text())).toContain('Content Management');
    const forged = await admin.post(address, {}, { origin: 'https://evil.example' });
    expect(forged.status).toBe(403);
  });

  /** Checks the data behind the page, for each route alone and all together. */
  async function expectNoData(visitor: Visitor, address: string, redirect: string) {
    const { id } = addresses.find((route) => route.address === address) ?? { id: '' };
    for (const query of ['', `?_routes=${encodeURIComponent(id)}`, '?_routes=routes%2Fadmin']) {
      const response = await visitor.get(`${address}.data${query}`);
      const body = await response.text();
      if (response.status === 200 && !body.includes('SingleFetchRedirect'))
        expect(body, query).not.toMatch(/fullName|totals/);
      else expect(body).toContain(redirect);
    }
  }

  it('answers 503 and redirects no one while roles cannot be read', async () => {
    await withoutTable(site.db, 'profiles', async () => {
      const page = await admin.get('/admin');
      expect(page.status).toBe(503);
      expect((await admin.get('/api/me')).status).toBe(503);
    });
    await site.loseDatabase();
    expect((await admin.get('/admin')).status).toBe(503);
    await site.restoreDatabase();
    expect((await admin.get('/admin')).status).toBe(200);
  });
});

describe('the dashboard', () => {
  it('shows exact counts, with one round trip besides the guard', async () => {
    await emptyMagazine(site.db);
    await addArticle(site.db, {
      title: 'A popular one',
      isPopular: true,
      isFeatured: true,
      category: 'tools',
      tags: ['roi', 'ops'],
    });
    await addArticle(site.db, { title: 'A waiting draft', status: 'draft', category: 'operations' });
    await addArticle(site.db, { title: 'In the trash', isPopular: true, deleted: true });
    await site.db.query(
      "insert into leads (email, created_at) values ('a@x.example', now()), ('b@x.example', now() - interval '3 days')",
    );
    const page = await admin.get('/admin');
    expect(roundTrips(page)).toBe(2);
    const html = await page.text();
    const text = visibleTextOf(html);
    for (const stat of ['Total Articles2', 'Categories2', 'Tags2', 'Featured Articles1'])
      expect(text).toContain(stat);
    expect(text).toContain('Drafts (1)');
    expect(text).toContain('A waiting draft');
    expect(text).toContain('2 new leads');
    expect(text).toMatch(/Articles per category\s*Operations\s*1 article\s*Tools\s*1 article/);
    expect(text).not.toContain('In the trash');
    expect(html).not.toMatch(/ style="/);
    for (const to of ['/admin/articles/new', '/admin/categories', '/admin/tags', '/admin/repair'])
      expect(html).toContain(`href="${to}"`);
  });

  it('links from a missing article to the article list', async () => {
    const page = await admin.get('/admin/articles/00000000-0000-4000-8000-000000000000/edit');
    expect(page.status).toBe(404);
    const ways = (await page.text()).split('admin-error__ways')[1];
    expect(ways).toMatch(/href="\/admin"[^>]*>Dashboard<[\s\S]*href="\/admin\/articles"[^>]*>Articles</);
  });

  it('has a sidebar with 22 links and its own 404 page', async () => {
    const page = await admin.get('/admin/nothing/here');
    expect(page.status).toBe(404);
    const text = visibleTextOf(await page.text());
    expect(text).toContain('Page not found');
    expect(text).toMatch(
      /Dashboard\s*Articles\s*Categories\s*Tags\s*Advertisements\s*CTAs\s*Leads\s*AI Images\s*Article Repair\s*Settings\s*Readership\s*Newsletter\s*Media\s*Authors\s*Pages\s*Redirects\s*Search\s*Jobs\s*Webhooks\s*Import & Export\s*Audit Log\s*People/,
    );
    for (const word of ['Back to Site', 'Sign Out', 'Alex Morgan']) expect(text).toContain(word);
  });
});
