// What a browser's session cookie holds, for sites that are started with `SESSION_VARS`.
import { createSessionCookie } from '~/platform/session-cookie.server';
import { createTokens } from '~/platform/tokens.server';
import type { Visitor } from './visitor';

const JWT_SECRET = 'j'.repeat(40);
const SESSION_SECRET = 's'.repeat(40);
export const SESSION_VARS = { AUTH_JWT_SECRET: JWT_SECRET, SESSION_SECRET };
export const COOKIE_NAME = '__Host-session';
export const tokens = createTokens(
  { secret: JWT_SECRET, signing: [JWT_SECRET] },
  'https://magazine.test/auth/v1',
);
const cookie = createSessionCookie(SESSION_SECRET, true);

/** The visitor's access and refresh token. */
export async function pairOf(visitor: Visitor) {
  const pair = await cookie.read(`${COOKIE_NAME}=${visitor.cookies.get(COOKIE_NAME)}`);
  if (!pair) throw new Error('There is no session');
  return pair;
}

/** As if most of an hour had passed since the sign-in. */
export async function makeOld(visitor: Visitor, secondsLeft = 60): Promise<void> {
  const pair = await pairOf(visitor);
  const claims = await tokens.read(pair.access);
  if (!claims) throw new Error('Not our token');
  const now = Math.floor(Date.now() / 1000);
  const access = await tokens.sign({ ...claims, issuedAt: now - 3540, expiresAt: now + secondsLeft });
  const [line = ''] = await cookie.write({ ...pair, access });
  visitor.cookies.set(COOKIE_NAME, /=([^;]*)/.exec(line)?.[1] ?? '');
}

export const isSignedIn = async (visitor: Visitor) =>
  (await (await visitor.get('/api/me')).json()) as { viewer: { email: string } | null };
