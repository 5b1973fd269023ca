// Changing the email address of an account: which links work, and who may take an address.
import { beforeEach, describe, expect } from 'vitest';
import { readEmail } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const EMAIL = 'ann@example.com';
const NEW = 'new@example.com';
const { it, site } = siteTest();
let ann: Visitor;
let id: string;

beforeEach(async () => {
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email: EMAIL, fullName: 'Ann Reader' });
  ann = visit(site);
  await ann.signIn();
});

const request = async (address: string) =>
  expect((await ann.post('/account', { intent: 'email', email: address })).status).toBe(303);
const confirm = async (token: string, by = visit(site)) => (await by.post('/auth/confirm', { token })).status;
const addressOf = async (userId: string) =>
  (await site.db.query('select email from users where id = $1', [userId])).rows[0]?.email;

describe('a second request for another address', () => {
  it('invalidates the link and the code of the first', async () => {
    await request('typo@example.com');
    const first = await readEmail(site, 'typo@example.com');
    await request('typo@example.com');
    await request(NEW);
    expect((await visit(site).get(first.link)).status).toBe(410);
    expect(await confirm(first.token)).toBe(422);
    const again = await readEmail(site, 'typo@example.com');
    expect(await confirm(again.token)).toBe(422);
    expect(await confirm((await readEmail(site, NEW)).token)).toBe(303);
    expect(await addressOf(id)).toBe(NEW);
  });
});
