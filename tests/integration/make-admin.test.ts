// `npm run admin -- create EMAIL`: the first administrator of a magazine in production.
import { createAdmin } from 'dev/admin';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { addAccount, emptyAccounts } from '../support/factory';
import { type Site, startSite } from '../support/site';
import { visit } from '../support/visitor';

let site: Site;
beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(() => emptyAccounts(site.db));
afterAll(() => site.stop());

it('makes an administrator who chooses a password by a link', async () => {
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

it('promotes an account that is there, and ends its sessions', async () => {
  await addAccount(site.db);
  const visitor = visit(site);
  await visitor.signIn();
  expect((await createAdmin(site.db, 'ANN@example.com')).wasThere).toBe(true);
  expect((await visitor.get('/account')).status).toBe(302);
  expect((await visitor.signIn()).headers.get('location')).toBe('/admin');
});
