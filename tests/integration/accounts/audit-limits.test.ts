// How many entries one account can add to the audit log. Entries about changes are never deleted.
import { beforeEach, describe, expect } from 'vitest';
import { connect, countEmails } from '../../support/accounts/auth-client';
import { listCodes, setUpApp } from '../../support/accounts/authenticator-app';
import { ageAccessToken, isSignedIn, SESSION_VARS } from '../../support/accounts/sessions';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const { it, site } = siteTest({ vars: SESSION_VARS });
const email = 'ann@example.com';
let id: string;

beforeEach(async () => {
  await emptyAccounts(site.db);
  id = await addAccount(site.db, { email, fullName: 'Ann Reader' });
});

const entries = async (event: string) =>
  (await site.db.query('select 1 from audit_log where event = $1', [event])).rowCount;
const updatedAt = async () => (await site.db.query('select updated_at from users')).rows[0].updated_at;

async function signedInClient() {
  const client = connect(site);
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function signedInVisitor(): Promise<Visitor> {
  const ann = visit(site);
  await ann.signIn();
  return ann;
}

describe('a change of metadata', () => {
  it('is neither stored nor recorded if everything stays the same', async () => {
    const client = await signedInClient();
    await client.updateUser({ data: { theme: 'dark' } });
    expect(await entries('user_updated')).toBe(1);
    const before = await updatedAt();
    for (const data of [{}, { theme: 'dark' }, { unknown: null }, { full_name: 'Ann Reader' }])
      expect((await client.updateUser({ data })).data.user?.user_metadata).toMatchObject({ theme: 'dark' });
    expect([await entries('user_updated'), await updatedAt()]).toEqual([1, before]);
    await client.updateUser({ data: { full_name: 'Ann Writer' } });
    await client.updateUser({ data: { theme: null } });
    expect(await entries('user_updated')).toBe(3);
  });

  it('is refused after 60 in an hour, with everything else in the same call', async () => {
    const client = await signedInClient();
    for (let count = 0; count < 60; count += 1)
      expect((await client.updateUser({ data: { count } })).error).toBeNull();
    const refused = await client.updateUser({ data: { count: 60 }, password: 'a new fine password' });
    expect(refused.error).toMatchObject({ status: 429 });
    expect(await entries('user_updated')).toBe(60);
    expect((await connect(site).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });
});

describe('a change of the name', () => {
  const rename = (ann: Visitor, fullName: string) => ann.post('/account', { intent: 'name', fullName });

  it('is not recorded if the name stays the same', async () => {
    const ann = await signedInVisitor();
    expect((await rename(ann, 'Ann Reader')).status).toBe(303);
    expect(await entries('user_updated')).toBe(0);
  });

  it('is refused after 60 in an hour and keeps the typed name', async () => {
    const ann = await signedInVisitor();
    for (let count = 0; count < 60; count += 1) expect((await rename(ann, `Ann ${count}`)).status).toBe(303);
    const refused = await rename(ann, 'Ann Otherwise');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const html = await refused.text();
    expect(visibleTextOf(html)).toContain('Too many requests.');
    expect(html).toContain('value="Ann Otherwise"');
    expect(await entries('user_updated')).toBe(60);
  });
});

describe('a change of password, factors or identities', () => {
  const HERE = '/account/security';
  const useUp = () => site.db.query("update auth_throttle set tries = 20 where key like 'security-change:%'");
  const audited = async () =>
    (await site.db.query("select 1 from audit_log where event !~ '^(signed_in|factor_shown)'")).rowCount;

  it('is refused after 20 in an hour, without another email or entry', async () => {
    const client = await signedInClient();
    for (let count = 0; count < 20; count += 1)
      expect((await client.updateUser({ password: `a new fine password ${count}` })).error).toBeNull();
    expect(await entries('user_updated')).toBe(20);
    const mails = await countEmails(site, email);
    expect((await client.updateUser({ password: 'one more fine password' })).error).toMatchObject({
      status: 429,
    });
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ status: 429 });
    expect([await entries('user_updated'), await countEmails(site, email)]).toEqual([20, mails]);
    const again = visit(site);
    expect((await again.signIn(email, 'a new fine password 19')).status).toBe(303);
    await site.db.query("update auth_throttle set ends_at = now() where key like 'security-change:hour:%'");
    expect((await client.updateUser({ password: 'one more fine password' })).error).toBeNull();
  });

  it('on the account pages counts toward the same limit', async () => {
    const ann = await signedInVisitor();
    const { factor } = await setUpApp(ann);
    expect(listCodes(await (await ann.post(HERE, { intent: 'new-codes' })).text())).toHaveLength(10);
    await useUp();
    const before = [await audited(), await countEmails(site, email)];
    const password = 'a new fine password';
    for (const [path, fields] of [
      [HERE, { intent: 'new-codes' }],
      [HERE, { intent: 'begin-app', name: 'Another' }],
      [HERE, { intent: 'remove', factor }],
      ['/account', { intent: 'password', currentPassword: PASSWORD, password }],
    ] as const)
      expect([fields.intent, (await ann.post(path, fields)).status]).toEqual([fields.intent, 429]);
    expect([await audited(), await countEmails(site, email)]).toEqual(before);
  });

  it('is refused for identities, while a recovery link still sets a password', async () => {
    const client = await signedInClient();
    await client.updateUser({ password: 'a new fine password' });
    await site.db.query(
      "insert into identities (user_id, provider, provider_id) values ($1, 'acme', 'ann')",
      [id],
    );
    await useUp();
    const identities = (await client.getUserIdentities()).data?.identities ?? [];
    expect(identities).toHaveLength(2);
    for (const identity of identities)
      expect((await client.unlinkIdentity(identity)).error).toMatchObject({ status: 429 });
    const ann = visit(site);
    await ann.post('/auth?panel=forgot', { intent: 'forgot', email });
    await ann.post('/auth/confirm', { token: (await newestLink(site)).split('token=')[1] ?? '' });
    const reset = () =>
      ann.post('/auth?reset=true', { intent: 'new-password', password: 'chosen after recovery' });
    expect((await reset()).status).toBe(303);
    await useUp();
    expect((await reset()).status).toBe(429);
  });
});

describe('a new email address', () => {
  it('is recorded only if an email may be sent', async () => {
    const client = await signedInClient();
    const ask = (count: number) => client.updateUser({ email: `new${count}@example.com` });
    for (let count = 0; count < 5; count += 1) expect((await ask(count)).error).toBeNull();
    for (let count = 5; count < 8; count += 1)
      expect((await ask(count)).error).toMatchObject({ status: 429 });
    expect(await entries('user_updated')).toBe(5);
  });
});

describe('signing out', () => {
  it('is recorded only if a session ends', async () => {
    const ann = await signedInVisitor();
    const other = await signedInVisitor();
    const client = await signedInClient();
    const end = (session: string) => ann.post('/account/security', { intent: 'end-session', session });
    for (let count = 0; count < 2; count += 1) {
      await end(crypto.randomUUID());
      await client.signOut({ scope: 'others' });
    }
    expect(await entries('signed_out')).toBe(1);
    expect([await isSignedIn(ann), await isSignedIn(other)]).toEqual([{ viewer: null }, { viewer: null }]);
    await client.signOut();
    expect(await entries('signed_out')).toBe(2);
  });
});

describe('a refresh', () => {
  it('works as often as needed, and 100 a day are recorded', async () => {
    const ann = await signedInVisitor();
    await site.db.query(
      `insert into audit_log (actor_id, event, at)
        select $1, 'token_refreshed', now() - n * interval '1 minute' from generate_series(1, 99) n`,
      [id],
    );
    for (const recorded of [100, 100]) {
      await ageAccessToken(ann);
      expect((await isSignedIn(ann)).viewer?.email).toBe(email);
      expect(await entries('token_refreshed')).toBe(recorded);
    }
    await site.db.query("update audit_log set at = at - interval '1 day'");
    await ageAccessToken(ann);
    await isSignedIn(ann);
    expect(await entries('token_refreshed')).toBe(101);
  });
});
