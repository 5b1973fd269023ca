// Changing the email address of an account: which links work, and who may take an address.
import { beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, readEmail } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
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

describe('an address that someone signed up with', () => {
  const signUp = () => connect(site).signUp({ email: NEW, password: 'a stranger typed this' });

  it('can be taken while the sign-up is not confirmed', async () => {
    await signUp();
    const { token: theirs } = await readEmail(site, NEW);
    await request(NEW);
    const { subject, token } = await readEmail(site, NEW);
    expect(subject).toBe('Confirm your new email address');
    expect(await confirm(token)).toBe(303);
    expect(await addressOf(id)).toBe(NEW);
    expect(await confirm(theirs)).toBe(422);
    expect((await visit(site).signIn(NEW, PASSWORD)).status).toBe(303);
  });

  it('can be taken with a link that is sent again', async () => {
    await request(NEW);
    await signUp();
    await connect(site).resend({ type: 'email_change', email: EMAIL });
    const { subject, token } = await readEmail(site, NEW);
    expect(subject).toBe('Confirm your new email address');
    expect(await confirm(token)).toBe(303);
    expect(await addressOf(id)).toBe(NEW);
  });

  it('can be taken after repeated sign-ups and emails', async () => {
    await signUp();
    await signUp();
    await connect(site).resend({ type: 'signup', email: NEW });
    await connect(site).signInWithOtp({ email: NEW });
    await connect(site).resetPasswordForEmail(NEW);
    await request(NEW);
    expect(await confirm((await readEmail(site, NEW)).token)).toBe(303);
    expect(await addressOf(id)).toBe(NEW);
  });

  const signUpThen = (change: string) => async () => {
    await signUp();
    await site.db.query(change, [NEW]);
  };

  it.each([
    ['is confirmed', signUpThen('update users set email_verified_at = now() where email = $1')],
    ['is invited', signUpThen('update users set invited_at = now() where email = $1')],
    [
      'has a role',
      signUpThen(
        "update profiles set role = 'editor' where user_id = (select id from users where email = $1)",
      ),
    ],
    [
      'has a password that an operator set',
      signUpThen("update users set password_hash = 'set' where email = $1"),
    ],
    ['is created by an operator', () => connectAdmin(site).createUser({ email: NEW })],
    [
      'is changed by an operator',
      async () => {
        const { data } = await signUp();
        await connectAdmin(site).updateUserById(data.user?.id ?? '', { email_confirm: false });
      },
    ],
    ['is disabled', signUpThen("update users set banned_until = now() + interval '1 hour' where email = $1")],
    [
      'has an identity',
      signUpThen(
        "insert into identities (user_id, provider, provider_id) select id, 'acme', '1' from users where email = $1",
      ),
    ],
  ])('cannot be taken once the account %s', async (_, make) => {
    await request(NEW);
    const { token } = await readEmail(site, NEW);
    await make();
    expect(await confirm(token)).toBe(422);
    expect(await addressOf(id)).toBe(EMAIL);
    await request(NEW);
    expect((await readEmail(site, NEW)).subject).toBe('You already have an account');
  });
});

describe('an account without an address', () => {
  it('is described as one in the email to its first address', async () => {
    await request(NEW);
    await site.db.query('update users set email = null, email_verified_at = null where id = $1', [id]);
    await request(NEW);
    const { rows } = await site.db.query('select text from outbox where "to" = $1 order by created_at', [
      NEW,
    ]);
    expect(rows.map(({ text }) => text.split('\n')[0])).toEqual([
      `You asked to use this email address for the Law Firm Academy account ${EMAIL}.`,
      'You asked to use this email address for a Law Firm Academy account without an email address, such as one that signs in with a wallet.',
    ]);
  });

  it('keeps its password when it confirms its first address', async () => {
    await site.db.query('update users set email = null, email_verified_at = null where id = $1', [id]);
    await request(NEW);
    expect(await confirm((await readEmail(site, NEW)).token)).toBe(303);
    expect((await visit(site).signIn(NEW, PASSWORD)).status).toBe(303);
  });

  it('is asked by its name before a link signs in another account', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    await site.db.query('update users set email = null where id = $1', [id]);
    await connect(site).signInWithOtp({ email: 'bob@example.com' });
    const { token, link } = await readEmail(site, 'bob@example.com');
    expect(visibleTextOf(await (await ann.get(link)).text())).toContain('You’re signed in as Ann Reader');
    const asked = await ann.post('/auth/confirm', { token });
    expect(asked.status).toBe(409);
    expect(visibleTextOf(await asked.text())).toContain('You are signed in as Ann Reader.');
    expect((await ann.post('/auth/confirm', { token, replace: 'yes' })).status).toBe(303);
  });
});
