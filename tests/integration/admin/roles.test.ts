// Permissions: every admin route of the build for every role and method, against the table of capabilities.
import { beforeAll, describe, expect } from 'vitest';
import { ROLES, type Role } from '~/features/accounts/account';
import { CAPABILITIES, type Capability, may } from '~/features/accounts/capabilities';
import { declaredBy, listAdminAddresses } from '../../support/admin-routes';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const root = new URL('../../..', import.meta.url).pathname;
const routes = listAdminAddresses(root).map((route) => ({ ...route, ...declaredBy(root, route.id) }));
const FORBIDDEN = 'You don’t have access';

const { it, site } = siteTest();
let visitor: Visitor;
let reader: Visitor;
const staff = {} as Record<Exclude<Role, null>, Visitor>;

beforeAll(async () => {
  await emptyAccounts(site.db);
  await emptyMagazine(site.db);
  await addAccount(site.db);
  visitor = visit(site);
  reader = visit(site);
  await reader.signIn();
  for (const role of ROLES) {
    await addAccount(site.db, { email: `${role}@example.com`, role, fullName: `Robin ${role}` });
    staff[role] = visit(site);
    await staff[role].signIn(`${role}@example.com`);
  }
});

/** A form with an unknown intent: it is rejected and changes nothing. */
const UNKNOWN_FORM = { intent: 'nothing-known', title: '' };

describe('every admin route', () => {
  it.each(routes)('$id declares a known capability for its loader and its action', ({ loader, action }) => {
    expect(Object.keys(CAPABILITIES)).toContain(loader);
    expect(Object.keys(CAPABILITIES)).toContain(action);
  });

  it.each(routes)('$id sends visitors to sign in and readers to the home page', async ({ address }) => {
    for (const send of [
      (who: Visitor) => who.get(address),
      (who: Visitor) => who.post(address, UNKNOWN_FORM),
    ]) {
      const toSignIn = await send(visitor);
      const expected = `/auth?redirect=${encodeURIComponent(address)}`;
      expect([toSignIn.status, toSignIn.headers.get('location')]).toEqual([302, expected]);
      const home = await send(reader);
      expect([home.status, home.headers.get('location')]).toEqual([302, '/']);
    }
  });

  const table = routes.flatMap((route) => ROLES.map((role) => ({ ...route, role })));
  it.each(table)('$id for $role: page, data and POST', async ({ address, role, ...declared }) => {
    const who = staff[role];
    const mayRead = may({ role }, declared.loader as Capability);
    const page = await who.get(address);
    // A live stream does not end.
    const isStream = page.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) await page.body?.cancel();
    const html = isStream ? '' : await page.text();
    expect(page.headers.get('cache-control')).toBe('no-store');
    if (mayRead) expect([200, 302, 404]).toContain(page.status);
    else expect(page.status).toBe(403);
    // Staff are never redirected: they see an error page with a link.
    expect(page.headers.get('location')).not.toBe('/');
    const isPage = page.headers.get('content-type')?.startsWith('text/html');
    if (isPage && !mayRead) {
      expect(visibleTextOf(html)).toContain(FORBIDDEN);
      expect(html).toContain('href="/admin"');
    } else expect(visibleTextOf(html)).not.toContain(FORBIDDEN);
    if (!mayRead) {
      const data = await who.get(`${address}.data?_routes=${encodeURIComponent(declared.id)}`);
      expect(await data.text()).not.toMatch(/"(totals|items|view|leads|people|keys)"/);
    }
    // Other tests cover what an admin's form does: some act on any input.
    if (role === 'admin') return;
    const posted = await who.post(address, UNKNOWN_FORM);
    expect(posted.headers.get('location') ?? '').not.toMatch(/^\/(auth.*)?$/);
    if (may({ role }, declared.action as Capability)) expect(posted.status).not.toBe(403);
    else
      for (const intent of ['nothing-known', ...declared.intents]) {
        const answer = await who.post(address, { ...UNKNOWN_FORM, intent });
        expect([intent, answer.status]).toEqual([intent, 403]);
      }
  });

  // Written out, so that a change of the table of capabilities is noticed here.
  const SHELL = ['admin', 'admin.$', 'admin._index', 'admin.authors_.me'];
  const JOB = ['admin.jobs_.$id', 'admin.jobs_.$id_.events', 'admin.jobs_.$id_.progress'];
  const READERSHIP = ['admin.readership', 'admin.readership_.events', 'admin.readership_.export'];
  const CTA_REPORT = ['admin.ctas_.$id.report', 'admin.ctas_.$id.report_.export'];
  const WRITING = [
    ...['admin.articles', 'admin.articles_.$id.edit', 'admin.articles_.$id.revisions'],
    ...[
      'admin.articles_.$id.duplicate',
      'admin.articles_.$id.readership',
      'admin.articles_.$id.related',
      'admin.articles_.$id.share',
      'admin.articles_.autosave',
      'admin.articles_.broken-links',
      'admin.articles_.choices',
      'admin.articles_.templates',
    ],
    'admin.articles_.new',
    ...['admin.media._index', 'admin.media.choices', 'admin.media.upload'],
  ];
  const REACH: Record<Exclude<Role, 'admin' | null>, string[]> = {
    editor: [
      ...[
        ...SHELL,
        ...JOB,
        ...WRITING,
        'admin-old',
        'admin.categories',
        'admin.images',
        'admin.images_.draw',
      ],
      ...['admin.pages', 'admin.pages_.$id.edit', 'admin.pages_.new', 'admin.redirects', 'admin.tags'],
      ...['admin.search', 'admin.search_.export', 'admin.search_.synonyms'],
      'admin.authors',
      ...READERSHIP,
    ],
    sales: [
      ...[...SHELL, 'admin.ads', 'admin.ads_.$id.report', 'admin.ads_.$id.report_.export'],
      ...['admin.ctas', ...CTA_REPORT, 'admin.media.upload', ...READERSHIP],
    ],
    audience: [
      ...CTA_REPORT,
      ...[...SHELL, ...JOB, 'admin.ctas', 'admin.leads', 'admin.leads_.export', 'admin.newsletter'],
      ...['admin.newsletter_.$id', 'admin.newsletter_.$id_.preview', 'admin.newsletter_.settings'],
      ...['admin.media.upload', ...READERSHIP],
    ],
    author: [...SHELL, ...WRITING],
  };

  it.each(Object.entries(REACH))('is open to the role %s only if listed here', async (role, expected) => {
    const open = routes.filter(({ loader, action }) =>
      [loader, action].some((needs) => may({ role: role as Role }, needs as Capability)),
    );
    expect(open.map(({ id }) => id.replace('routes/', '')).sort()).toEqual(expected.sort());
  });
});

describe('the admin', () => {
  it('is the landing page of everyone with a role, not of readers', async () => {
    for (const [email, to] of [
      ['editor@example.com', '/admin'],
      ['author@example.com', '/admin'],
      ['sales@example.com', '/admin'],
      ['audience@example.com', '/admin'],
      ['admin@example.com', '/admin'],
      ['ann@example.com', '/'],
    ] as const) {
      const signedIn = await visit(site).signIn(email);
      expect([email, signedIn.headers.get('location')]).toEqual([email, to]);
    }
  });

  it('is linked from the account page of staff', async () => {
    for (const who of Object.values(staff))
      expect(visibleTextOf(await (await who.get('/account')).text())).toContain('Go to Newsroom');
    expect(visibleTextOf(await (await reader.get('/account')).text())).not.toContain('Go to Newsroom');
  });

  it('shows each role only what it may use', async () => {
    await addArticle(site.db, { title: 'A draft of somebody', status: 'draft' });
    const nav = async (who: Visitor) => {
      const html = await (await who.get('/admin')).text();
      const links = /<nav class="admin__nav"[^>]*>([\s\S]*?)<\/nav>/.exec(html)?.[1] ?? '';
      return {
        links: [...links.matchAll(/title="([^"]+)"/g)].map(([, label]) => label),
        text: visibleTextOf(html),
        html,
      };
    };
    const author = await nav(staff.author);
    expect(author.links).toEqual(['Dashboard', 'Articles', 'Media']);
    expect(author.text).toContain('Your drafts');
    expect(author.text).not.toContain('A draft of somebody');
    const editor = await nav(staff.editor);
    expect(editor.links).toEqual([
      'Dashboard',
      'Articles',
      'Categories',
      'Tags',
      'AI Images',
      'Readership',
      'Media',
      'Authors',
      'Pages',
      'Redirects',
      'Search',
    ]);
    expect(editor.text).toContain('A draft of somebody');
    expect(editor.text).toContain('Articles per category');
    expect(editor.text).not.toContain('Leads in the last 30 days');
    expect(editor.html).not.toContain('href="/admin/repair"');
  });

  it('answers forbidden scripts with a 403 as JSON', async () => {
    const form = new FormData();
    form.set('title', 'x');
    const drawn = await staff.author.post('/admin/images/draw', form);
    expect([drawn.status, (await drawn.json<{ message: string }>()).message]).toEqual([
      403,
      expect.stringContaining('doesn’t have permission'),
    ]);
  });

  it('lets the same roles generate images on the screen, in the editor and through the API', async () => {
    const json = { 'content-type': 'application/json' };
    for (const role of ROLES) {
      const allowed = role === 'admin' || role === 'editor';
      const who = staff[role];
      const id = await addArticle(site.db, { title: `For ${role}` });
      const drawn = await who.post('/admin/images/draw', { title: '' });
      const asked = await who.post('/api/generate-article-images', JSON.stringify({ articleId: id }), json);
      expect([role, (await who.get('/admin/images')).status, asked.status]).toEqual(
        allowed ? [role, 200, 200] : [role, 403, 403],
      );
      if (allowed) continue;
      const { message } = await drawn.json<{ message: string }>();
      expect(await asked.json()).toEqual({ success: false, error: message });
    }
    const described = visibleTextOf(await (await staff.admin.get('/admin/api')).text());
    expect(described).toContain('Requires a signed-in account with the role Admin or Editor.');
  });

  it('applies the removal of a role to the next request', async () => {
    const who = visit(site);
    await addAccount(site.db, { email: 'leaving@example.com', role: 'editor' });
    await who.signIn('leaving@example.com');
    expect((await who.get('/admin/categories')).status).toBe(200);
    await site.db.query(
      "update profiles set role = null where user_id = (select id from users where email = 'leaving@example.com')",
    );
    expect((await who.get('/admin/categories')).headers.get('location')).toBe('/');
  });
});

it('restricts a job to its creator and admins', async () => {
  const { rows } = await site.db.query(
    `insert into jobs (id, kind, title, created_by)
     select gen_random_uuid(), 'replace-image', 'Image', id from users where email = 'admin@example.com' returning id`,
  );
  const at = `/admin/jobs/${rows[0].id}`;
  for (const path of [at, `${at}/progress`, `${at}/events`])
    expect([path, (await staff.editor.get(path)).status]).toEqual([path, 403]);
  expect((await staff.editor.post(at, { intent: 'cancel' })).status).toBe(403);
  expect((await staff.admin.get(at)).status).toBe(200);
  await site.db.query(
    "update jobs set created_by = (select id from users where email = 'editor@example.com')",
  );
  expect((await staff.editor.get(at)).status).toBe(200);
  expect((await staff.editor.get(`${at}/progress`)).status).toBe(200);
});

it('shares the generation of images with everyone who may start it', async () => {
  const { rows } = await site.db.query(
    `insert into jobs (id, kind, title, created_by)
     select gen_random_uuid(), 'generate-images', 'Images of a colleague', id from users where email = 'admin@example.com' returning id`,
  );
  const at = `/admin/jobs/${rows[0].id}`;
  expect(await (await staff.editor.get('/admin/images')).text()).toContain(`href="${at}"`);
  for (const path of [at, `${at}/progress`]) {
    expect([path, (await staff.editor.get(path)).status]).toEqual([path, 200]);
    expect([path, (await staff.audience.get(path)).status]).toEqual([path, 403]);
  }
  expect((await staff.editor.post(at, { intent: 'cancel' })).status).toBe(303);
  expect((await staff.editor.get(`${at}/events`)).status).toBe(200);
});

it('restricts a job to admins when its creator may no longer start such jobs', async () => {
  const { rows } = await site.db.query(
    `insert into jobs (id, kind, title, created_by)
     select gen_random_uuid(), kind, kind, id from users, unnest(array['restore', 'repair', 'newsletter', 'kind of old']) as kind
     where email = 'editor@example.com' returning id`,
  );
  for (const { id } of rows) {
    const at = `/admin/jobs/${id}`;
    for (const path of [at, `${at}/progress`, `${at}/events`])
      expect([path, (await staff.editor.get(path)).status]).toEqual([path, 403]);
    for (const intent of ['cancel', 'retry'])
      expect([intent, (await staff.editor.post(at, { intent })).status]).toEqual([intent, 403]);
    expect((await staff.admin.get(at)).status).toBe(200);
  }
});
