// The old address of an account can undo an email address change for seven days, in case the owner did not
// make it.
import { beforeEach, describe, expect } from 'vitest';
import { connect, connectAdmin, countEmails, readEmail } from '../../support/accounts/auth-client';
import { totpCodeOf } from '../../support/accounts/authenticator-app';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visit } from '../../support/visitor';

const OLD = 'ann@example.com';
const THEIRS = 'thief@example.com';
const CHANGED = 'Your email address was changed';
const NEW_PASSWORD = 'a new fine tulip';
const { it, site } = siteTest();
let annId: string;
let thief: Visitor;

beforeEach(async () => {
  await emptyAccounts(site.db);
  annId = await addAccount(site.db);
  thief = visit(site);
  await thief.signIn();
});

/** Someone with the password changes the account to their own address. */
async function moveTo(address: string, by = thief): Promise<void> {
  const fields = { intent: 'email', email: address, proofPassword: PASSWORD };
  expect((await by.post('/account', fields)).status).toBe(303);
  const { token } = await readEmail(site, address);
  expect((await by.post('/auth/confirm', { token })).status).toBe(303);
}

async function undoToken(to = OLD): Promise<string> {
  const { subject, token } = await readEmail(site, to);
  expect(subject).toBe(CHANGED);
  expect(token).not.toBe('');
  return token;
}

const addressOf = async (id = annId) =>
  (await site.db.query('select email from users where id = $1', [id])).rows[0]?.email;
const undo = (token: string, by = visit(site)) => by.post('/auth/confirm', { token });
const refusal = async (answer: Response) => [answer.status, visibleTextOf(await answer.text())] as const;

describe('the link in the email to the old address', () => {
  it('explains the change, and opens a page with one button that uses nothing up', async () => {
    await moveTo(THEIRS);
    const { rows } = await site.db.query('select text, html from outbox where "to" = $1 and subject = $2', [
      OLD,
      CHANGED,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].text).toContain(THEIRS);
    expect(rows[0].text).toContain(thief.address);
    expect(rows[0].text).toMatch(/7 days/);
    const token = await undoToken();
    for (let i = 0; i < 2; i += 1) {
      const page = await visit(site).get(`/auth/confirm?token=${token}`);
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(visibleTextOf(html)).toContain(OLD);
      expect(html.match(/<button/g)).toHaveLength(1);
      expect(html).toMatch(/<form[^>]+method="post"/);
    }
    for (const path of [`/auth/v1/verify?token=${token}`, `/auth/v1/verify?token=${token}&type=email_change`])
      expect((await site.get(path)).headers.get('location')).toContain('error_code=otp_expired');
    const { error } = await connect(site).verifyOtp({ token_hash: token, type: 'email_change' });
    expect(error?.code).toBe('otp_expired');
    expect(await addressOf()).toBe(THEIRS);
  });

  it('restores the address, ends all sessions and links, and asks for a new password', async () => {
    await moveTo(THEIRS);
    const elsewhere = connect(site);
    await elsewhere.signInWithPassword({ email: THEIRS, password: PASSWORD });
    await connect(site).resetPasswordForEmail(THEIRS);
    const { token: recovery } = await readEmail(site, THEIRS);
    await thief.post('/account', {
      intent: 'email',
      email: 'third@example.com',
      proofPassword: PASSWORD,
    });
    const { token: change } = await readEmail(site, 'third@example.com');
    const owner = visit(site);
    const undone = await undo(await undoToken(), owner);
    expect([undone.status, undone.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/auth\?reset=true#access_token=/),
    ]);
    // The page's script adopts the tokens, and then shows what happened.
    const hash = Object.fromEntries(new URLSearchParams(undone.headers.get('location')?.split('#')[1]));
    expect((await owner.post('/auth/session', hash)).headers.get('location')).toBe('/auth?reset=true');
    expect([...owner.cookies.values()]).toContain('email-restored');
    expect(await addressOf()).toBe(OLD);
    expect((await thief.get('/account')).status).toBe(302);
    expect((await elsewhere.getUser()).error?.message).toBe('Auth session missing!');
    for (const token of [recovery, change]) expect((await undo(token)).status).toBe(422);
    // The old password stops working before the owner chooses a new one.
    expect((await visit(site).signIn(OLD, PASSWORD)).status).toBe(422);
    const panel = await owner.get('/auth?reset=true');
    expect(await panel.text()).toContain('name="password"');
    const chosen = await owner.post('/auth?reset=true', { intent: 'new-password', password: NEW_PASSWORD });
    expect(chosen.status).toBe(303);
    expect((await visit(site).signIn(OLD, NEW_PASSWORD)).status).toBe(303);
    expect((await readEmail(site, THEIRS)).subject).toBe('Your email address was restored');
    expect((await readEmail(site, THEIRS)).token).toBe('');
  });

  it('works once', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    const answers = await Promise.all([undo(token), undo(token), undo(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422]);
    const again = await visit(site).get(`/auth/confirm?token=${token}`);
    expect(again.status).toBe(410);
    const text = visibleTextOf(await again.text());
    expect(text).toContain('This link was already used or has expired.');
    expect(text).not.toContain('Request a New Link');
  });

  it('works for seven days by the database clock', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    const age = (time: string) =>
      site.db.query(
        "update one_time_tokens set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval where purpose = 'email_undo'",
        [time],
      );
    await age('6 days 23 hours 59 minutes');
    expect((await visit(site).get(`/auth/confirm?token=${token}`)).status).toBe(200);
    await age('1 minute');
    expect((await visit(site).get(`/auth/confirm?token=${token}`)).status).toBe(410);
    expect((await undo(token)).status).toBe(422);
    expect(await addressOf()).toBe(THEIRS);
  });

  it('survives a new password, new factors, signing out everywhere and another change', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    const change = { intent: 'password', currentPassword: PASSWORD, password: 'of the thief' };
    expect((await thief.post('/account', change)).status).toBe(303);
    await site.db.query(
      "insert into mfa_factors (user_id, type, name, status) values ($1, 'totp', 'of the thief', 'verified')",
      [annId],
    );
    await site.db.query(
      "insert into identities (user_id, provider, provider_id) values ($1, 'acme', 'thief')",
      [annId],
    );
    await site.db.query("insert into recovery_codes (hash, user_id) values ('of the thief', $1)", [annId]);
    const owner = visit(site);
    const undone = await undo(token, owner);
    expect(undone.headers.get('location')).toMatch(/^\/auth\?reset=true#/);
    for (const table of ['mfa_factors', 'identities', 'recovery_codes'])
      expect((await site.db.query(`select 1 from ${table}`)).rowCount, table).toBe(0);
    expect(
      (await owner.post('/auth?reset=true', { intent: 'new-password', password: NEW_PASSWORD })).status,
    ).toBe(303);
  });

  it('removes a second factor that was begun before the change and not finished', async () => {
    const begun = await thief.post('/account/security', { intent: 'begin-app', name: 'Phone' });
    const step = begun.headers.get('location') ?? '';
    const page = await (await thief.get(step)).text();
    const key = /(?<=<code>)[A-Z2-7 ]{30,}(?=<\/code>)/.exec(page)?.[0].replaceAll(' ', '') ?? '';
    await moveTo(THEIRS);
    const token = await undoToken();
    await thief.signIn(THEIRS);
    const factor = step.split('setup=')[1] ?? '';
    await thief.post(step, { intent: 'finish-app', factor, code: totpCodeOf(key) });
    expect((await site.db.query('select 1 from mfa_factors')).rowCount).toBe(0);
    expect((await undo(token)).headers.get('location')).toMatch(/^\/auth\?reset=true#/);
  });

  it('removes a second factor that was begun before the undo and not finished', async () => {
    await moveTo(THEIRS);
    await site.db.query(
      "insert into mfa_factors (user_id, type, name, created_at) values ($1, 'totp', 'Phone', now() - interval '1 hour')",
      [annId],
    );
    expect((await undo(await undoToken())).status).toBe(303);
    expect((await site.db.query('select 1 from mfa_factors')).rowCount).toBe(0);
  });

  it('keeps a second factor from before the change and asks for it', async () => {
    await moveTo(THEIRS);
    await site.db.query(
      "insert into mfa_factors (user_id, type, name, status, created_at) values ($1, 'totp', 'Phone', 'verified', now() - interval '1 hour')",
      [annId],
    );
    const owner = visit(site);
    const undone = await undo(await undoToken(), owner);
    expect(undone.headers.get('location')).toBe('/auth/second-factor?then=new-password');
    expect(await addressOf()).toBe(OLD);
    const step = await (await owner.get('/auth/second-factor?then=new-password')).text();
    expect(step).toContain('>Email address restored<');
    expect(step).toContain('>Use your second factor, and then set a new password.<');
    expect((await owner.get('/account')).status).toBe(302);
  });
});

describe('an operator', () => {
  it('invalidates the link by moving the account to another address', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    await connectAdmin(site).updateUserById(annId, { email: 'third@example.com' });
    expect((await undo(token)).status).toBe(422);
    expect(await addressOf()).toBe('third@example.com');
  });

  it('suspends the link while the account is disabled', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    await connectAdmin(site).updateUserById(annId, { ban_duration: '1h' });
    const [status, text] = await refusal(await undo(token));
    expect(status).toBe(409);
    expect(text).toContain('This account is disabled. Nothing was changed.');
    expect(text).not.toContain('already used');
    expect(await addressOf()).toBe(THEIRS);
    await connectAdmin(site).updateUserById(annId, { ban_duration: 'none' });
    expect((await undo(token)).status).toBe(303);
    expect(await addressOf()).toBe(OLD);
  });
});

describe('after two changes', () => {
  it('restores the first address, and the one between cannot undo that', async () => {
    await moveTo(THEIRS);
    const first = await undoToken();
    await moveTo('third@example.com');
    const second = await undoToken(THEIRS);
    expect((await undo(first)).status).toBe(303);
    expect(await addressOf()).toBe(OLD);
    expect((await undo(second)).status).toBe(422);
    expect(await addressOf()).toBe(OLD);
  });

  it('keeps the first link valid when the address between undoes its change', async () => {
    await moveTo(THEIRS);
    const first = await undoToken();
    await moveTo('third@example.com');
    expect((await undo(await undoToken(THEIRS))).status).toBe(303);
    expect(await addressOf()).toBe(THEIRS);
    expect((await undo(first)).status).toBe(303);
    expect(await addressOf()).toBe(OLD);
  });
});

describe('an address that is in use again', () => {
  it('is reclaimed from an unverified sign-up', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    const fields = { fullName: 'Squatter', email: OLD, password: 'squatting here' };
    await visit(site).post('/auth', { intent: 'sign-up', ...fields });
    expect((await undo(token)).status).toBe(303);
    expect(await addressOf()).toBe(OLD);
    expect((await visit(site).signIn(OLD, fields.password)).status).toBe(422);
  });

  it('stays with an account that verified it, and the page says so', async () => {
    await moveTo(THEIRS);
    const token = await undoToken();
    const other = await addAccount(site.db, { email: OLD });
    const [status, text] = await refusal(await undo(token));
    expect(status).toBe(409);
    expect(text).toContain('Another account now uses this address');
    expect([await addressOf(), await addressOf(other)]).toEqual([THEIRS, OLD]);
    // The link is not used up: it works once the address is free again.
    await site.db.query('delete from users where id = $1', [other]);
    expect((await undo(token)).status).toBe(303);
    expect(await addressOf()).toBe(OLD);
  });
});

it('asks before replacing the session of another account', async () => {
  await addAccount(site.db, { email: 'bob@example.com' });
  await moveTo(THEIRS);
  const token = await undoToken();
  const bob = visit(site);
  await bob.signIn('bob@example.com');
  expect(visibleTextOf(await (await bob.get(`/auth/confirm?token=${token}`)).text())).toContain(
    'You’re signed in as bob@example.com',
  );
  const asked = await undo(token, bob);
  expect(asked.status).toBe(409);
  expect(await addressOf()).toBe(THEIRS);
  expect((await bob.post('/auth/confirm', { token, replace: 'yes' })).status).toBe(303);
  expect(await addressOf()).toBe(OLD);
  const { rows } = await site.db.query('select email from users where email <> $1', [OLD]);
  expect(rows).toEqual([{ email: 'bob@example.com' }]);
});

it('is emailed for a change through the API, but not for one by the service key', async () => {
  const client = connect(site);
  await client.signInWithPassword({ email: OLD, password: PASSWORD });
  await client.updateUser({ email: THEIRS });
  const { digits } = await readEmail(site, THEIRS);
  await client.verifyOtp({ email: THEIRS, token: digits, type: 'email_change' });
  expect((await undo(await undoToken())).status).toBe(303);
  expect(await addressOf()).toBe(OLD);
  await connectAdmin(site).updateUserById(annId, { email: 'third@example.com' });
  const notice = await readEmail(site, OLD);
  expect([notice.subject, notice.token]).toEqual([CHANGED, '']);
  expect(notice.link).toBe('/page/contact');
});

it('is not emailed to an unverified address or for a change of capitalization', async () => {
  await connectAdmin(site).updateUserById(annId, { email: 'Ann@example.com' });
  await connectAdmin(site).updateUserById(annId, { email: OLD });
  await site.db.query('update users set email_verified_at = null where id = $1', [annId]);
  const mails = await countEmails(site, OLD);
  await connectAdmin(site).updateUserById(annId, { email: THEIRS });
  expect(await countEmails(site, OLD)).toBe(mails);
});
