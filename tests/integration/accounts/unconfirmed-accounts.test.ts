// The cron task deletes accounts a week after an unconfirmed sign-up, and no other account without a confirmed address.
import { beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, readEmail } from '../../support/accounts/auth-client';
import { emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest();
const email = 'ann@example.com';

beforeEach(() => emptyAccounts(site.db));

const addresses = async () =>
  (await site.db.query('select email from users order by email')).rows.map((row) => row.email as string);

/** Runs the cron task this many days from now, in the minute in which it is due. */
function runDaysLater(days: number) {
  const at = new Date();
  at.setUTCDate(at.getUTCDate() + days);
  at.setUTCMinutes(41);
  return site.runCron(at);
}

const signUp = (password = PASSWORD) => connect(site).signUp({ email, password });
const admin = () => connectAdmin(site);

describe('an account of a sign-up', () => {
  it.for([
    ['with a password', signUp],
    ['with a code', () => connect(site).signInWithOtp({ email })],
  ] as const)('%s is deleted with its address after a week', async ([, make]) => {
    expect((await make()).error).toBeNull();
    await runDaysLater(6);
    expect(await addresses()).toEqual([email]);
    await runDaysLater(8);
    expect(await addresses()).toEqual([]);
    const log = JSON.stringify((await site.db.query('select * from audit_log')).rows);
    expect(log).toContain('signed_up');
    expect(log).not.toContain('ann@');
  });

  it('can be created again with the same id and confirmed', async () => {
    const first = await signUp();
    await runDaysLater(8);
    const again = await signUp();
    expect(again.data.user?.id).toBe(first.data.user?.id);
    const { digits } = await readEmail(site, email);
    const { data } = await connect(site).verifyOtp({ email, token: digits, type: 'signup' });
    expect(data.user?.id).toBe(first.data.user?.id);
  });

  it.for([
    ['confirmed', confirm],
    ['confirmed and later marked as unconfirmed', unconfirm],
    ['invited', () => admin().inviteUserByEmail(email)],
    ['disabled', () => change({ ban_duration: '1h' })],
    ['given a password', () => change({ password: 'a fine operator password' })],
    ['given a role', () => change({ app_metadata: { role: 'editor' } })],
    ['described by an operator', () => change({ app_metadata: { plan: 'gold' } })],
    ['moved to another address', () => change({ email: 'bob@example.com' })],
  ] as const)('stays if it was %s', async ([, act]) => {
    await signUp();
    await act();
    await runDaysLater(60);
    expect(await addresses()).toHaveLength(1);
  });

  it('stays while someone signs up with the address again', async () => {
    await signUp();
    await age(10);
    await runDaysLater(0);
    expect(await addresses()).toEqual([email]);
    await site.db.query('delete from pending_sign_ups');
    await runDaysLater(0);
    expect(await addresses()).toEqual([email]);
    await runDaysLater(2);
    expect(await addresses()).toEqual([]);
  });

  it('is deleted after 90 days although someone signs up with the address again and again', async () => {
    await signUp();
    await age(89);
    await runDaysLater(0);
    expect(await addresses()).toEqual([email]);
    await age(2);
    await runDaysLater(0);
    expect(await addresses()).toEqual([]);
  });
});

describe('an unconfirmed account of an operator', () => {
  it.for([
    ['created without a password', () => admin().createUser({ email })],
    ['invited', () => admin().inviteUserByEmail(email)],
    ['made for a link', () => admin().generateLink({ type: 'magiclink', email })],
  ] as const)('stays if it was %s, also after a stranger signed up', async ([, make]) => {
    expect((await make()).error).toBeNull();
    await signUp('chosen by a stranger');
    await runDaysLater(60);
    expect(await addresses()).toEqual([email]);
  });
});

async function age(days: number): Promise<void> {
  await site.db.query(
    'update users set created_at = created_at - make_interval(days => $1), updated_at = updated_at - make_interval(days => $1)',
    [days],
  );
  await site.db.query('update audit_log set at = at - make_interval(days => $1)', [days]);
}

async function confirm(): Promise<void> {
  const { digits } = await readEmail(site, email);
  const { error } = await connect(site).verifyOtp({ email, token: digits, type: 'signup' });
  if (error) throw error;
}

async function change(fields: Parameters<ReturnType<typeof connectAdmin>['updateUserById']>[1]) {
  const { rows } = await site.db.query('select id from users');
  const { error } = await admin().updateUserById(rows[0].id, fields);
  if (error) throw error;
}

/** The password is removed too, so that the account looks like one that was never used. */
async function unconfirm(): Promise<void> {
  await confirm();
  await change({ email_confirm: false });
  await site.db.query('update users set password_hash = null, updated_at = created_at');
}
