// What the published client does by itself: restores and refreshes its session, sends events, and reads the
// address.
import type { AuthChangeEvent } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { connect, pressLink, readEmail } from '../../support/accounts/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../../support/factory';
import { siteTest } from '../../support/site/site-test';

const email = 'ann@example.com';
const HOME = 'https://magazine.test';
const { it, site } = siteTest();

beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Created before the page exists, because a second client on one page logs a warning. */
const ON_A_PAGE = { detectSessionInUrl: true, skipAutoInitialize: true };

type Client = ReturnType<typeof connect>;

const signIn = (client: Client) => client.signInWithPassword({ email, password: PASSWORD });

/** The events from now on. */
function listen(client: Client) {
  const events: AuthChangeEvent[] = [];
  const { subscription } = client.onAuthStateChange((event) => void events.push(event)).data;
  return { events, stop: () => subscription.unsubscribe() };
}

/** The parts of a browser that the client uses, for a page with this address. */
function openPage(address: string) {
  const location = new URL(address);
  const history = {
    replaceState(_: unknown, __: string, to: string) {
      location.href = to;
    },
  };
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('window', { location, history, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('BroadcastChannel', undefined);
  return location;
}

const addressOf = async (link: string) => (await pressLink(site, link)).href;

it('sends events for each change of a session', async () => {
  const client = connect(site);
  expect((await client.initialize()).error).toBeNull();
  const { events, stop } = listen(client);
  await expect.poll(() => events).toEqual(['INITIAL_SESSION']);
  await signIn(client);
  await client.updateUser({ data: { plan: 'gold' } });
  await client.refreshSession();
  await client.signOut();
  expect(events.slice(1)).toEqual(['SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
  stop();
  await signIn(client);
  expect(events).toHaveLength(5);
});

it('restores its session, refreshes an expired one, and removes a revoked one', async () => {
  const storage = new Map<string, string>();
  const first = await signIn(connect(site, { storage }));
  const [[key = '', text = ''] = []] = [...storage];
  expect(JSON.parse(text).access_token).toBe(first.data.session?.access_token);
  expect((await connect(site, { storage }).getSession()).data.session?.user.email).toBe(email);
  storage.set(key, JSON.stringify({ ...JSON.parse(text), expires_at: 1 }));
  const later = connect(site, { storage });
  expect((await later.initialize()).error).toBeNull();
  const { session } = (await later.getSession()).data;
  expect(session?.refresh_token).not.toBe(first.data.session?.refresh_token);
  expect((await later.getUser()).data.user?.email).toBe(email);
  await site.db.query('update sessions set revoked_at = now()');
  storage.set(key, JSON.stringify({ ...session, expires_at: 1 }));
  const last = connect(site, { storage });
  await last.initialize();
  expect((await last.getSession()).data.session).toBeNull();
  expect(storage.has(key)).toBe(false);
});

it('refreshes a session until auto-refresh is stopped', async () => {
  const storage = new Map<string, string>();
  const client = connect(site, { storage });
  await signIn(client);
  const age = () => {
    const [[key = '', text = ''] = []] = [...storage];
    storage.set(key, JSON.stringify({ ...JSON.parse(text), expires_at: Math.floor(Date.now() / 1000) + 80 }));
    return JSON.parse(text).refresh_token as string;
  };
  const { events, stop } = listen(client);
  const before = age();
  await client.startAutoRefresh();
  await expect.poll(() => events).toContain('TOKEN_REFRESHED');
  await client.stopAutoRefresh();
  stop();
  const refreshed = (await client.getSession()).data.session;
  expect(refreshed?.refresh_token).not.toBe(before);
  expect((await client.getUser()).error).toBeNull();
});

it.each([
  'implicit',
  'pkce',
] as const)('reads its session from the address of its page: %s', async (flowType) => {
  const client = connect(site, { flowType, ...ON_A_PAGE });
  await client.signInWithOtp({ email, options: { emailRedirectTo: `${HOME}/welcome` } });
  const location = openPage(await addressOf((await readEmail(site, email)).link));
  expect((await client.initialize()).error).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(email);
  expect([location.search, location.hash]).toEqual(['', '']);
});

it('reports a recovery link, and one that was used already', async () => {
  await connect(site).resetPasswordForEmail(email, { redirectTo: `${HOME}/new-password` });
  const { link } = await readEmail(site, email);
  const client = connect(site, ON_A_PAGE);
  const later = connect(site, ON_A_PAGE);
  openPage(await addressOf(link));
  const { events, stop } = listen(client);
  await client.initialize();
  await expect.poll(() => events).toContain('PASSWORD_RECOVERY');
  stop();
  expect((await client.updateUser({ password: 'another fine password' })).error).toBeNull();
  openPage(await addressOf(link));
  expect((await later.initialize()).error).toMatchObject({
    details: { code: 'otp_expired', error: 'access_denied' },
  });
});

it('throws errors when configured to', async () => {
  const client = connect(site, { throwOnError: true });
  expect([client.isThrowOnErrorEnabled(), connect(site).isThrowOnErrorEnabled()]).toEqual([true, false]);
  const refused = client.signInWithPassword({ email, password: 'wrong' });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials', status: 400 });
});

it('verifies a token with the published keys and reports an expired one', async () => {
  const client = connect(site);
  const { data } = await signIn(client);
  const token = data.session?.access_token ?? '';
  const jwks = await (await site.get('/auth/v1/.well-known/jwks.json')).json();
  const verifier = connect(site);
  for (const options of [{}, { jwks: jwks as never }]) {
    const { data: read, error } = await verifier.getClaims(token, options);
    expect([error, read?.claims.email, read?.header.alg]).toEqual([null, email, 'ES256']);
  }
  const [head, , signature] = token.split('.');
  const claims = { ...JSON.parse(atob(token.split('.')[1] ?? '')), exp: 1 };
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  await expect(verifier.getClaims(forged)).rejects.toThrow('JWT has expired');
  const allowed = await verifier.getClaims(forged, { allowExpired: true });
  expect(allowed.error).toMatchObject({ code: 'invalid_jwt' });
  // A token that the page passes explicitly.
  expect((await verifier.getUser(token)).data.user?.email).toBe(email);
});

it('rejects phone numbers in every call', async () => {
  const client = connect(site);
  await signIn(client);
  const phone = '+15551234567';
  const answers = await Promise.all([
    client.updateUser({ phone }),
    connect(site).signUp({ phone, password: PASSWORD }),
    connect(site).signInWithPassword({ phone, password: PASSWORD }),
    connect(site).verifyOtp({ phone, token: '123456', type: 'sms' }),
    client.mfa.enroll({ factorType: 'phone', phone }),
  ]);
  for (const { error } of answers)
    expect(error?.code).toMatch(/^(phone_provider_disabled|validation_failed)$/);
});
