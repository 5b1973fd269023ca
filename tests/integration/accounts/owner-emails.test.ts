// Emails that notify the owner about changes to the account.
import { beforeEach, expect } from 'vitest';
import { connect, connectAdmin } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const EMAIL = 'ann@example.com';
const NEW = 'a new fine tulip';
const CHANGED = 'Your password was changed';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
const { it, site } = siteTest();
let ann: Visitor;
let id: string;

beforeEach(async () => {
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email: EMAIL });
  ann = visit(site);
  await ann.signIn();
});

async function mails(subject: string) {
  const { rows } = await site.db.query(
    'select "to", text, html from outbox where subject = $1 order by created_at, id',
    [subject],
  );
  return rows as { to: string; text: string; html: string }[];
}

it('notifies the owner of a changed password with time, device and instructions', async () => {
  const fields = { intent: 'password', currentPassword: PASSWORD, password: NEW };
  expect((await ann.post('/account', { ...fields, currentPassword: 'wrong' }, FIREFOX)).status).toBe(422);
  expect(await mails(CHANGED)).toEqual([]);
  expect((await ann.post('/account', fields, FIREFOX)).status).toBe(303);
  const [mail, ...more] = await mails(CHANGED);
  expect([mail?.to, more]).toEqual([EMAIL, []]);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toMatch(/It happened on \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(part).toContain(`from Firefox on Windows · ${ann.address}`);
    expect(part).toContain('https://magazine.test/auth?panel=forgot');
    // Nothing in the email lets a third party who reads it sign in.
    expect(part).not.toMatch(/token|\b\d{6}\b/);
  }
});

it('notifies the owner of passwords set by a recovery link or an API client', async () => {
  const visitor = visit(site);
  await visitor.post('/auth?panel=forgot', { intent: 'forgot', email: EMAIL });
  const token = (await newestLink(site)).split('token=')[1] ?? '';
  await visitor.post('/auth/confirm', { token });
  await visitor.post('/auth?reset=true', { intent: 'new-password', password: NEW });
  expect((await mails(CHANGED)).map(({ to }) => to)).toEqual([EMAIL]);
  const client = connect(site, { address: '10.8.0.1' });
  await client.signInWithPassword({ email: EMAIL, password: NEW });
  expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await mails(CHANGED))[1]?.text).toContain('10.8.0.1');
});

it('does not call a first password a changed one', async () => {
  await site.db.query('update users set password_hash = null');
  expect((await ann.post('/account', { intent: 'password', password: NEW })).status).toBe(303);
  expect(await mails(CHANGED)).toEqual([]);
  expect(await mails('Your account has a password now')).toMatchObject([{ to: EMAIL }]);
});

it('notifies the former address of a deleted account', async () => {
  expect((await ann.post('/account/delete', { intent: 'delete', word: 'slip' })).status).toBe(422);
  const deleted = 'Your account was deleted';
  expect(await mails(deleted)).toEqual([]);
  await ann.post('/account/delete', { intent: 'delete', word: EMAIL }, FIREFOX);
  const [mail] = await mails(deleted);
  expect(mail?.to).toBe(EMAIL);
  expect(mail?.text).toContain(`from Firefox on Windows · ${ann.address}`);
  expect(mail?.text).toContain('https://magazine.test/page/contact');
});

it('notifies the owner of changes by the service key, unless the address is unverified', async () => {
  const admin = connectAdmin(site);
  await admin.updateUserById(id, { password: NEW });
  const [mail] = await mails(CHANGED);
  expect([mail?.to, mail?.text]).toEqual([EMAIL, expect.stringContaining('by the magazine’s staff')]);
  // "If this was you" would not help the owner here.
  expect(mail?.text).toMatch(/page\/contact\s+If you didn’t expect this, contact us\./);
  await admin.deleteUser(id);
  const unproven = await addAccount(site.db, { email: 'bob@example.com', verified: false });
  await admin.updateUserById(unproven, { password: NEW });
  await admin.deleteUser(unproven);
  const { rows } = await site.db.query('select "to" from outbox');
  expect(rows).toEqual([{ to: EMAIL }, { to: EMAIL }]);
});
