// Reads and changes session cookies of sites started with `SESSION_VARS`.
import { createSessionCookie } from '~/platform/sessions/session-cookie.server';
import { createTokens } from '~/platform/sessions/tokens.server';
import type { Visitor } from '../visitor';

const JWT_SECRET = 'j'.repeat(40);
const SESSION_SECRET = 's'.repeat(40);
export const SESSION_VARS = { AUTH_JWT_SECRET: JWT_SECRET, SESSION_SECRET };
export const COOKIE_NAME = '__Host-session';
export const tokens = createTokens(
  { secret: JWT_SECRET, signing: [JWT_SECRET] },
  'https://magazine.test/auth/v1',
);
const cookie = createSessionCookie(SESSION_SECRET, true);

/** The visitor's access and refresh tokens. */
export async function readTokens(visitor: Visitor) {
  const pair = await cookie.read(`${COOKIE_NAME}=${visitor.cookies.get(COOKIE_NAME)}`);
  if (!pair) throw new Error('The visitor has no session');
  return pair;
}

/** Replaces the access token with one issued 59 minutes ago. */
export async function ageAccessToken(visitor: Visitor, secondsLeft = 60): Promise<void> {
  const pair = await readTokens(visitor);
  const claims = await tokens.read(pair.access);
  if (!claims) throw new Error('The access token is not valid');
  const now = Math.floor(Date.now() / 1000);
  const access = await tokens.sign({ ...claims, issuedAt: now - 3540, expiresAt: now + secondsLeft });
  const [line = ''] = await cookie.write({ ...pair, access });
  visitor.cookies.set(COOKIE_NAME, /=([^;]*)/.exec(line)?.[1] ?? '');
}

export const isSignedIn = async (visitor: Visitor) =>
  (await (await visitor.get('/api/me')).json()) as { viewer: { email: string } | null };
