// `npm run admin -- create EMAIL`: creates the first admin in production.
import { createAdmin } from 'dev/admin';
import { requireSecondFactors } from 'dev/migrate';
import { beforeEach, describe, expect } from 'vitest';
import { setUpApp } from '../../support/accounts/authenticator-app';
import { addAccount, emptyAccounts } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site } = siteTest();
beforeEach(() => emptyAccounts(site.db));

it('creates an admin who chooses a password through a link', async () => {
  const { link, wasThere } = await createAdmin(site.db, 'boss@example.com');
  expect(wasThere).toBe(false);
  const visitor = visit(site);
  const token = link.split('token=')[1] ?? '';
  expect((await visitor.get(link)).status).toBe(200);
  expect((await visitor.post('/auth/confirm', { token })).status).toBe(303);
  const set = await visitor.post('/auth?reset=true', { intent: 'new-password', password: 'a fine tulip' });
  expect(set.headers.get('location')).toBe('/admin');
  expect((await visit(site).signIn('boss@example.com', 'a fine tulip')).headers.get('location')).toBe(
    '/admin',
  );
});

it('promotes an existing account and ends its sessions', async () => {
  await addAccount(site.db);
  const visitor = visit(site);
  await visitor.signIn();
  expect((await createAdmin(site.db, 'ANN@example.com')).wasThere).toBe(true);
  expect((await visitor.get('/account')).status).toBe(302);
  expect((await visitor.signIn()).headers.get('location')).toBe('/admin');
});

describe('a new production site', () => {
  beforeEach(() => site.empty('settings'));

  it('requires its first admin to set up a second factor before anything else', async () => {
    await requireSecondFactors(site.databaseUrl);
    const { link } = await createAdmin(site.db, 'boss@example.com');
    const boss = visit(site);
    await boss.post('/auth/confirm', { token: link.split('token=')[1] ?? '' });
    await boss.post('/auth?reset=true', { intent: 'new-password', password: 'a fine tulip' });
    expect((await boss.get('/admin')).headers.get('location')).toBe('/account/security');
    expect((await setUpApp(boss)).done.status).toBe(200);
    const settings = await boss.get('/admin/settings');
    expect(settings.status).toBe(200);
    expect(await settings.text()).toMatch(/<input[^>]*name="requireSecondFactor"[^>]*checked/);
  });

  it("keeps the admin's choice on every deploy", async () => {
    await site.db.query(
      `insert into settings (key, value) values ('site', '{"requireSecondFactor": false}')`,
    );
    await requireSecondFactors(site.databaseUrl);
    const { rows } = await site.db.query('select value from settings');
    expect(rows).toEqual([{ value: { requireSecondFactor: false } }]);
  });
});
