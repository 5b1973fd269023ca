// The cookie of a signed-in browser: both tokens, signed, out of reach of scripts.
import { createCookieSessionStorage } from '@remix-run/cloudflare';
import type { SessionCookie } from './context';

/** As long as a session may live. */
const MAX_AGE_SECONDS = 30 * 24 * 3600;
/** For our own scripts: whether asking /api/me is worth a request. It proves nothing. */
const HINT = 'member';

export function createSessionCookie(secret: string, isHttps: boolean): SessionCookie {
  const storage = createCookieSessionStorage<{ access: string; refresh: string }>({
    cookie: {
      name: isHttps ? '__Host-session' : 'session',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      path: '/',
      maxAge: MAX_AGE_SECONDS,
      secrets: [secret],
    },
  });
  const hint = (value: string, maxAge: number) =>
    `${HINT}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    async read(header) {
      const session = await storage.getSession(header);
      const access = session.get('access');
      const refresh = session.get('refresh');
      return access && refresh ? { access, refresh } : null;
    },
    async write({ access, refresh }) {
      // A new session object each time: nothing of an older cookie lives on.
      const session = await storage.getSession();
      session.set('access', access);
      session.set('refresh', refresh);
      return [await storage.commitSession(session), hint('1', MAX_AGE_SECONDS)];
    },
    async clear() {
      return [await storage.destroySession(await storage.getSession()), hint('', 0)];
    },
  };
}
