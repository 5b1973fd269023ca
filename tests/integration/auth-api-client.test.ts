// What the published client does by itself: finds its session again, keeps it fresh, tells its page, and reads the address.
import type { AuthChangeEvent } from '@supabase/auth-js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { connect, readMail } from '../support/auth-client';
import { addAccount, emptyAccounts, PASSWORD } from '../support/factory';
import { type Site, startSite } from '../support/site';

const email = 'ann@example.com';
const HOME = 'https://magazine.test';
let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  await emptyAccounts(site.db);
  await addAccount(site.db);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => site.stop());

/** Made before there is a page: it warns of a second client on the same. */
const ON_A_PAGE = { detectSessionInUrl: true, skipAutoInitialize: true };

type Client = ReturnType<typeof connect>;

const signIn = (client: Client) => client.signInWithPassword({ email, password: PASSWORD });

/** What its page is told, in turn, from now on. */
function listen(client: Client) {
  const events: AuthChangeEvent[] = [];
  const { subscription } = client.onAuthStateChange((event) => void events.push(event)).data;
  return { events, stop: () => subscription.unsubscribe() };
}

/** As much of a browser as it looks for, on a page of this address. */
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

async function addressOf(link: string): Promise<string> {
  const answer = await site.get(link.replace('/auth/confirm', '/auth/v1/verify'));
  return answer.headers.get('location') ?? '';
}

it('tells its page what happens to a session', async () => {
  const client = connect(site);
  expect((await client.initialize()).error).toBeNull();
  const { events, stop } = listen(client);
  await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION']));
  await signIn(client);
  await client.updateUser({ data: { plan: 'gold' } });
  await client.refreshSession();
  await client.signOut();
  expect(events.slice(1)).toEqual(['SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
  stop();
  await signIn(client);
  expect(events).toHaveLength(5);
});

it('finds its session again, a new pair for one that is over, and forgets one that was ended', async () => {
  const kept = new Map<string, string>();
  const first = await signIn(connect(site, { kept }));
  const [[key = '', text = ''] = []] = [...kept];
  expect(JSON.parse(text).access_token).toBe(first.data.session?.access_token);
  expect((await connect(site, { kept }).getSession()).data.session?.user.email).toBe(email);
  kept.set(key, JSON.stringify({ ...JSON.parse(text), expires_at: 1 }));
  const later = connect(site, { kept });
  expect((await later.initialize()).error).toBeNull();
  const { session } = (await later.getSession()).data;
  expect(session?.refresh_token).not.toBe(first.data.session?.refresh_token);
  expect((await later.getUser()).data.user?.email).toBe(email);
  await site.db.query('update sessions set revoked_at = now()');
  kept.set(key, JSON.stringify({ ...session, expires_at: 1 }));
  const last = connect(site, { kept });
  await last.initialize();
  expect((await last.getSession()).data.session).toBeNull();
  expect(kept.has(key)).toBe(false);
});

it('keeps a session fresh while it may, and not after', async () => {
  const kept = new Map<string, string>();
  const client = connect(site, { kept });
  await signIn(client);
  const age = () => {
    const [[key = '', text = ''] = []] = [...kept];
    kept.set(key, JSON.stringify({ ...JSON.parse(text), expires_at: Math.floor(Date.now() / 1000) + 80 }));
    return JSON.parse(text).refresh_token as string;
  };
  const { events, stop } = listen(client);
  const before = age();
  await client.startAutoRefresh();
  await vi.waitFor(() => expect(events).toContain('TOKEN_REFRESHED'));
  await client.stopAutoRefresh();
  stop();
  const refreshed = (await client.getSession()).data.session;
  expect(refreshed?.refresh_token).not.toBe(before);
  expect((await client.getUser()).error).toBeNull();
});

it.each([
  'implicit',
  'pkce',
] as const)('takes its session out of the address of its page: %s', async (flowType) => {
  const client = connect(site, { flowType, ...ON_A_PAGE });
  await client.signInWithOtp({ email, options: { emailRedirectTo: `${HOME}/welcome` } });
  const location = openPage(await addressOf((await readMail(site, email)).link));
  expect((await client.initialize()).error).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(email);
  expect([location.search, location.hash]).toEqual(['', '']);
});

it('tells a page that a recovery link opened, and of one that is dead', async () => {
  await connect(site).resetPasswordForEmail(email, { redirectTo: `${HOME}/new-password` });
  const { link } = await readMail(site, email);
  const client = connect(site, ON_A_PAGE);
  const later = connect(site, ON_A_PAGE);
  openPage(await addressOf(link));
  const { events, stop } = listen(client);
  await client.initialize();
  await vi.waitFor(() => expect(events).toContain('PASSWORD_RECOVERY'));
  stop();
  expect((await client.updateUser({ password: 'another fine password' })).error).toBeNull();
  openPage(await addressOf(link));
  expect((await later.initialize()).error).toMatchObject({
    details: { code: 'otp_expired', error: 'access_denied' },
  });
});

it('throws what is refused, where its page wants that', async () => {
  const client = connect(site, { throwOnError: true });
  expect([client.isThrowOnErrorEnabled(), connect(site).isThrowOnErrorEnabled()]).toEqual([true, false]);
  const refused = client.signInWithPassword({ email, password: 'wrong' });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials', status: 400 });
});

it('checks a token by the published keys, given or fetched, and says when it is over', async () => {
  const client = connect(site);
  const { data } = await signIn(client);
  const token = data.session?.access_token ?? '';
  const jwks = await (await site.get('/auth/v1/.well-known/jwks.json')).json();
  const stranger = connect(site);
  for (const options of [{}, { jwks: jwks as never }]) {
    const { data: read, error } = await stranger.getClaims(token, options);
    expect([error, read?.claims.email, read?.header.alg]).toEqual([null, email, 'ES256']);
  }
  const [head, , signature] = token.split('.');
  const claims = { ...JSON.parse(atob(token.split('.')[1] ?? '')), exp: 1 };
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  await expect(stranger.getClaims(forged)).rejects.toThrow('JWT has expired');
  const allowed = await stranger.getClaims(forged, { allowExpired: true });
  expect(allowed.error).toMatchObject({ code: 'invalid_jwt' });
  // Of a person that a page brings by hand.
  expect((await stranger.getUser(token)).data.user?.email).toBe(email);
});

it('is told at each door that phones are not offered', async () => {
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
