// The session lifecycle: refresh, theft, replacement, sign-out, and tokens handed over in an address.
import { beforeEach, describe, expect } from 'vitest';
import { createSessionCookie } from '~/platform/sessions/session-cookie.server';
import { connect, pressLink } from '../../support/accounts/auth-client';
import {
  ageAccessToken,
  COOKIE_NAME,
  isSignedIn,
  readTokens,
  SESSION_VARS,
  tokens,
} from '../../support/accounts/sessions';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { siteTest } from '../../support/site/site-test';
import { newestLink, type Visitor, visit } from '../../support/visitor';

const NAME = COOKIE_NAME;
const { it, site } = siteTest({ vars: SESSION_VARS });

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});

async function eventsLogged(): Promise<string[]> {
  const { rows } = await site.db.query('select event from audit_log order by id');
  return rows.map((row) => row.event);
}

describe('the cookie', () => {
  /** Everything that can be decoded from the cookie without the key. */
  function decoded(text: string): string {
    const inner = Buffer.from(decodeURIComponent(text), 'base64').toString('latin1');
    return [text, inner, Buffer.from(inner.replaceAll('"', ''), 'base64url').toString('latin1')].join(' ');
  }

  it('does not expose its tokens, which would open the API without reauthentication', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    const { access, refresh } = await readTokens(visitor);
    const readable = decoded(visitor.cookies.get(NAME) ?? '');
    for (const secret of [
      access,
      refresh,
      access.split('.')[1] ?? '',
      'access',
      'refresh',
      'ann@example.com',
    ])
      expect(readable).not.toContain(secret);
    const direct = await site.get('/auth/v1/user', { headers: { authorization: `Bearer ${access}` } });
    expect(direct.status).toBe(200);
  });

  it('is rejected when altered or sealed with another key', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    const pair = await readTokens(visitor);
    const right = decodeURIComponent(visitor.cookies.get(NAME) ?? '');
    const [external = ''] = await createSessionCookie('x'.repeat(40), true).write(pair);
    const at = right.length >> 1;
    const changed = right.slice(0, at) + (right[at] === 'A' ? 'B' : 'A') + right.slice(at + 1);
    for (const value of [changed, right.slice(0, -8), /=([^;]*)/.exec(external)?.[1] ?? '', 'x', '']) {
      visitor.cookies.set(NAME, value);
      expect([value, await isSignedIn(visitor)]).toEqual([value, { viewer: null }]);
    }
    visitor.cookies.set(NAME, right);
    expect((await isSignedIn(visitor)).viewer?.email).toBe('ann@example.com');
  });
});

describe('refreshing', () => {
  it('happens within 90 seconds of expiry, and not before', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    const first = await readTokens(visitor);
    await ageAccessToken(visitor, 100);
    await visitor.get('/api/me');
    expect((await readTokens(visitor)).refresh).toBe(first.refresh);
    await ageAccessToken(visitor, 80);
    expect((await isSignedIn(visitor)).viewer?.email).toBe('ann@example.com');
    expect((await readTokens(visitor)).refresh).not.toBe(first.refresh);
    await ageAccessToken(visitor, -5000);
    expect((await visitor.get('/account')).status).toBe(200);
    expect(await eventsLogged()).toEqual(['signed_in', 'token_refreshed', 'token_refreshed']);
  });

  it('renews the reading preferences cookie, which has the same lifetime', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    await visitor.post('/account/reading', { theme: 'dark', textSize: 'large', typeface: 'serif' });
    await ageAccessToken(visitor);
    const lines = (await visitor.get('/api/me')).headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('__Host-reading='))).toMatch(
      /^__Host-reading=dark\.large; Max-Age=2592000;/,
    );
  });

  it('gives simultaneous tabs the same tokens', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    await ageAccessToken(visitor);
    const tabs = Array.from({ length: 8 }, () => visit(site, visitor));
    const statuses = await Promise.all(tabs.map(async (tab) => (await tab.get('/account')).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const pairs = await Promise.all(tabs.map(readTokens));
    expect(new Set(pairs.map((pair) => `${pair.access} ${pair.refresh}`)).size).toBe(1);
    expect(await eventsLogged()).toEqual(['signed_in', 'token_refreshed']);
  });

  it('ends all sessions of the family when a spent token is reused later', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    await ageAccessToken(visitor);
    const thief = visit(site, visitor);
    await visitor.get('/account');
    await site.db.query("update refresh_tokens set spent_at = spent_at - interval '11 seconds'");
    expect((await isSignedIn(visitor)).viewer).not.toBeNull();
    expect((await thief.get('/account')).status).toBe(302);
    expect(thief.cookies.has(NAME)).toBe(false);
    expect((await isSignedIn(visitor)).viewer).toBeNull();
    const { rows } = await site.db.query("select details from audit_log where event = 'signed_out'");
    expect(rows[0].details.reason).toBe('refresh token reused');
  });
});

describe('a replaced session', () => {
  const HERE = '/account/security';
  const confirm = { intent: 'begin-app', name: 'x', proofPassword: PASSWORD };
  const endGrace = () => site.db.query("update sessions set revoked_at = revoked_at - interval '11 seconds'");

  async function replaced() {
    const visitor = visit(site);
    await visitor.signIn();
    await site.db.query(`update sessions set amr = '[{"method": "password", "timestamp": 1}]'`);
    const late = visit(site, visitor);
    expect((await visitor.post(HERE, confirm)).status).toBe(303);
    return { visitor, late };
  }

  it('answers requests in flight for ten seconds and never clears the cookie', async () => {
    const { visitor, late } = await replaced();
    const old = late.cookies.get(NAME);
    expect(visitor.cookies.get(NAME)).not.toBe(old);
    expect((await late.get('/account')).status).toBe(200);
    expect((await isSignedIn(late)).viewer?.email).toBe('ann@example.com');
    await endGrace();
    expect((await late.get('/account')).status).toBe(302);
    expect((await isSignedIn(late)).viewer).toBeNull();
    // Both requests share one cookie in the browser, so a late response must not change the new one.
    expect(late.cookies.get(NAME)).toBe(old);
    await ageAccessToken(late);
    expect((await late.get('/account')).status).toBe(302);
    expect(late.cookies.has(NAME)).toBe(true);
    expect((await visitor.get('/account')).status).toBe(200);
  });

  it('grants nothing new to requests in flight', async () => {
    const { late } = await replaced();
    const asked = await late.post(HERE, { intent: 'begin-app', name: 'y' });
    expect([asked.status, await asked.text()]).toEqual([
      422,
      expect.stringContaining('confirm your identity'),
    ]);
    // It opens no second session either.
    expect((await late.post(HERE, { ...confirm, name: 'y' })).status).toBe(409);
    const live = await site.db.query('select 1 from sessions where revoked_at is null');
    expect(live.rowCount).toBe(1);
  });

  it('ends with its successor', async () => {
    const { visitor, late } = await replaced();
    await visitor.post('/auth/sign-out', {});
    expect((await late.get('/account')).status).toBe(302);
  });

  it('ends its successor when a request in flight signs out', async () => {
    const { visitor, late } = await replaced();
    await late.post('/auth/sign-out', {});
    expect((await visitor.get('/account')).status).toBe(302);
  });
});

describe('ending a session', () => {
  it('takes effect at the next request of a copied cookie', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    const copy = visit(site, visitor);
    const answer = await visitor.post('/auth/sign-out', {});
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(await (await visitor.get('/')).text()).toContain('Signed out');
    expect((await isSignedIn(copy)).viewer).toBeNull();
    expect((await copy.get('/account')).status).toBe(302);
    expect(await eventsLogged()).toEqual(['signed_in', 'signed_out']);
  });

  it('ends one other device or all of them', async () => {
    const [here, there, third] = [visit(site), visit(site), visit(site)];
    for (const device of [here, there, third]) await device.signIn();
    const page = await (await here.get('/account/security')).text();
    const ids = [...page.matchAll(/name="session" value="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(ids).toHaveLength(2);
    const ended = await here.post('/account/security', { intent: 'end-session', session: ids[0] ?? '' });
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/account/security']);
    const alive = await Promise.all(
      [here, there, third].map(async (device) => (await isSignedIn(device)).viewer !== null),
    );
    expect(alive.filter(Boolean)).toHaveLength(2);
    expect(alive[0]).toBe(true);
    await here.post('/auth/sign-out', { scope: 'everywhere' });
    for (const device of [here, there, third]) expect((await isSignedIn(device)).viewer).toBeNull();
  });

  it('ends all other devices', async () => {
    const [here, there, third] = [visit(site), visit(site), visit(site)];
    await here.signIn();
    await there.signIn();
    const button = 'Sign Out Everywhere Else';
    // With one other device, its own button is enough.
    expect(await (await here.get('/account/security')).text()).not.toContain(button);
    await third.signIn();
    expect(await (await here.get('/account/security')).text()).toContain(button);
    await here.post('/account/security', { intent: 'end-other-sessions' });
    expect(await (await here.get('/account/security')).text()).toContain('Signed out everywhere else');
    const alive = await Promise.all(
      [here, there, third].map(async (device) => (await isSignedIn(device)).viewer !== null),
    );
    expect(alive).toEqual([true, false, false]);
  });

  it('lists each session with its device and last use', async () => {
    const chrome = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
    };
    const [here, there] = [visit(site), visit(site)];
    await here.signIn();
    await there.post('/auth', { intent: 'sign-in', email: 'ann@example.com', password: PASSWORD }, chrome);
    await site.db.query(`update sessions set last_seen_at = '2026-11-03 14:05Z', expires_at = now() + interval '1 day'
      where user_agent like '%Chrome%'`);
    await site.db.query(`insert into settings (key, value) values ('site', '{"memberIdleDays": 30}')`);
    const page = visibleTextOf(await (await here.get('/account/security')).text());
    await site.empty('settings');
    expect(page).toContain('Chrome on Windows');
    expect(page).toContain(`Last used Nov 3, 2026, 2:05 PM UTC · ${there.address}`);
    expect(page).toContain(`This device · ${here.address}`);
  });

  it("does not end another user's session", async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const [ann, bob] = [visit(site), visit(site)];
    await ann.signIn();
    await bob.signIn('bob@example.com');
    const { rows } = await site.db.query(
      "select s.id from sessions s join users u on u.id = s.user_id where u.email = 'ann@example.com'",
    );
    await bob.post('/account/security', { intent: 'end-session', session: rows[0].id });
    expect((await isSignedIn(ann)).viewer).not.toBeNull();
  });

  it('reports a failed sign-out and keeps the session', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    const answer = await site.withoutDatabase(() => visitor.post('/auth/sign-out', {}));
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Sign out failed');
    expect((await isSignedIn(visitor)).viewer).not.toBeNull();
  });
});

describe("tokens in an address's hash", () => {
  /** The tokens that the page of an emailed link puts into the browser's address. */
  async function hashOf(email: string, browser: Visitor) {
    await browser.post('/auth', { intent: 'forgot', email });
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const answer = await browser.post('/auth/confirm', { token });
    const hash = new URL(answer.headers.get('location') ?? '', site.url).hash.slice(1);
    return Object.fromEntries(new URLSearchParams(hash));
  }
  const confirmed = 'yes';

  it('become a session only through a post from our own page', async () => {
    const visitor = visit(site);
    const hash = await hashOf('ann@example.com', visitor);
    for (const origin of ['https://evil.example', 'null'])
      expect((await visitor.post('/auth/session', hash, { origin })).status).toBe(403);
    const answer = await visitor.post('/auth/session', hash);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth?reset=true']);
    expect((await isSignedIn(visitor)).viewer?.email).toBe('ann@example.com');
    expect((await visitor.post('/auth/session', { ...hash, refresh_token: 'x' })).status).toBe(401);
    const changed = { ...hash, access_token: `${hash.access_token}x` };
    expect((await visitor.post('/auth/session', changed)).status).toBe(401);
  });

  it('of a sign-in link welcome the person, without a claim that the address was confirmed', async () => {
    await connect(site).signInWithOtp({ email: 'ann@example.com' });
    const visitor = visit(site);
    const token = (await newestLink(site)).split('token=')[1] ?? '';
    const answer = await visitor.post('/auth/confirm', { token });
    const hash = new URL(answer.headers.get('location') ?? '', site.url).hash.slice(1);
    const adopted = await visitor.post('/auth/session', Object.fromEntries(new URLSearchParams(hash)));
    expect(adopted.status).toBe(303);
    expect([...visitor.cookies.values()]).toContain('signed-in');
  });

  it('of an emailed link need no confirmation in the browser that opened it, and only there', async () => {
    const hash = await hashOf('ann@example.com', visit(site));
    const otherBrowser = visit(site);
    const asked = await otherBrowser.post('/auth/session', hash);
    expect([asked.status, await asked.json()]).toEqual([
      409,
      { question: { account: 'ann@example.com', current: null, isSame: false } },
    ]);
    expect((await isSignedIn(otherBrowser)).viewer).toBeNull();
    expect((await otherBrowser.post('/auth/session', { ...hash, confirmed })).status).toBe(303);
    expect((await isSignedIn(otherBrowser)).viewer?.email).toBe('ann@example.com');
  });

  it('of a link requested by an API client need no confirmation in the browser that followed it', async () => {
    const browser = visit(site);
    await connect(site).resetPasswordForEmail('ann@example.com', {
      redirectTo: 'https://magazine.test/auth?reset=true',
    });
    const { pathname, search, hash } = await pressLink(site, await newestLink(site), browser);
    expect(pathname + search).toBe('/auth?reset=true');
    const tokens = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    expect((await visit(site).post('/auth/session', tokens)).status).toBe(409);
    const taken = await browser.post('/auth/session', tokens);
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/auth?reset=true']);
    const chosen = await browser.post('/auth?reset=true', {
      intent: 'new-password',
      password: 'a new tulip',
    });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/']);
  });

  it('are used up when adopted, so the address is worthless later', async () => {
    const owner = visit(site);
    const hash = await hashOf('ann@example.com', owner);
    expect((await owner.post('/auth/session', hash)).status).toBe(303);
    expect((await readTokens(owner)).refresh).not.toBe(hash.refresh_token);
    const finder = visit(site);
    expect((await finder.post('/auth/session', { ...hash, confirmed })).status).toBe(401);
    expect((await isSignedIn(finder)).viewer).toBeNull();
    expect((await isSignedIn(owner)).viewer?.email).toBe('ann@example.com');
  });

  it('expire after an hour', async () => {
    const hash = await hashOf('ann@example.com', visit(site));
    const claims = await tokens.read(hash.access_token ?? '');
    if (!claims) throw new Error('Not our token');
    const now = Math.floor(Date.now() / 1000);
    const access_token = await tokens.sign({ ...claims, issuedAt: now - 3601, expiresAt: now - 1 });
    const finder = visit(site);
    expect((await finder.post('/auth/session', { ...hash, access_token, confirmed })).status).toBe(401);
    expect((await isSignedIn(finder)).viewer).toBeNull();
  });

  it("never replace another person's session without confirmation", async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const hash = await hashOf('ann@example.com', visit(site));
    const bob = visit(site);
    await bob.signIn('bob@example.com');
    const asked = await bob.post('/auth/session', hash);
    expect([asked.status, await asked.json()]).toEqual([
      409,
      { question: { account: 'ann@example.com', current: 'bob@example.com', isSame: false } },
    ]);
    expect((await isSignedIn(bob)).viewer?.email).toBe('bob@example.com');
    // Asking does not use up the tokens, however long the person waits.
    await site.db.query("update refresh_tokens set spent_at = spent_at - interval '11 seconds'");
    const copy = visit(site, bob);
    await bob.post('/auth/session', { ...hash, confirmed });
    expect((await isSignedIn(bob)).viewer?.email).toBe('ann@example.com');
    expect((await isSignedIn(copy)).viewer).toBeNull();
    expect(await eventsLogged()).toContain('signed_out');
    const other = visit(site);
    await other.signIn('bob@example.com');
    await other.post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const link = await newestLink(site);
    expect(visibleTextOf(await (await other.get(link)).text())).toContain(
      'You’re signed in as bob@example.com',
    );
    const token = link.split('token=')[1] ?? '';
    expect((await other.post('/auth/confirm', { token })).status).toBe(409);
    expect((await other.post('/auth/confirm', { token, replace: 'yes' })).status).toBe(303);
  });

  it('end the replaced session only once the new one exists', async () => {
    await addAccount(site.db, { email: 'bob@example.com' });
    const hash = { ...(await hashOf('ann@example.com', visit(site))), confirmed };
    const bob = visit(site);
    await bob.signIn('bob@example.com');
    await site.db.query('alter table refresh_tokens add constraint no_more check (false) not valid');
    try {
      expect((await bob.post('/auth/session', hash)).status).toBe(422);
    } finally {
      await site.db.query('alter table refresh_tokens drop constraint no_more');
    }
    expect((await isSignedIn(bob)).viewer?.email).toBe('bob@example.com');
    expect((await bob.post('/auth/session', hash)).status).toBe(303);
    expect((await isSignedIn(bob)).viewer?.email).toBe('ann@example.com');
  });
});

describe('the account page', () => {
  it('changes the name, and the password given the current one', async () => {
    const visitor = visit(site);
    await visitor.signIn();
    await visitor.post('/account', { intent: 'name', fullName: 'Ann Writer' });
    expect(visibleTextOf(await (await visitor.get('/account')).text())).toContain('Ann Writer');
    const fields = { intent: 'password', currentPassword: 'wrong one', password: 'a new tulip' };
    const wrong = await visitor.post('/account', fields);
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('Password update failed');
    expect((await visitor.post('/account', { ...fields, currentPassword: PASSWORD })).status).toBe(303);
    expect((await visit(site).signIn('ann@example.com', 'a new tulip')).status).toBe(303);
  });

  it('redirects visitors, and is never cached', async () => {
    const visitor = visit(site);
    expect((await visitor.get('/account')).headers.get('location')).toBe('/auth?redirect=%2Faccount');
    const me = await visitor.get('/api/me');
    expect(await me.json()).toEqual({ viewer: null });
    expect(me.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.get('/auth')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the outbox', () => {
  it('lists sent emails as a page and as JSON', async () => {
    await visit(site).post('/auth', { intent: 'forgot', email: 'ann@example.com' });
    const answer = await site.get('/dev/outbox', { headers: { accept: 'application/json' } });
    const messages = (await answer.json()) as object[];
    expect(messages).toHaveLength(1);
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual([
      'createdAt',
      'headers',
      'html',
      'id',
      'subject',
      'text',
      'to',
    ]);
    expect(messages[0]).toMatchObject({ to: 'ann@example.com', subject: 'Reset your password', headers: {} });
    expect(await site.text('/dev/outbox')).toContain('Reset your password');
  });
});
