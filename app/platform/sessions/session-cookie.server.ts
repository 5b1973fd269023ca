// The session cookie with both tokens, encrypted and hidden from scripts. The authentication API accepts the
// same tokens and asks for fewer confirmations than our pages, so someone with access to the browser must not
// be able to read them.
import { createCookie } from '@remix-run/cloudflare';
import { cookieName, formatCookie } from '~/lib/cookies';
import type { SessionCookie, TokenPair } from '../context';
import { createSealedBox } from './sealed-box.server';

/** The maximum lifetime of a session. */
const MAX_AGE_SECONDS = 30 * 24 * 3600;
/** Tells our scripts whether to request /api/me. It proves nothing. */
const HINT = 'member';

export function createSessionCookie(secret: string, isHttps: boolean): SessionCookie {
  const cookie = createCookie(cookieName('session', isHttps), {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    path: '/',
  });
  const box = createSealedBox(secret, 'session-cookie');
  const hint = (value: string, maxAgeSeconds: number) =>
    formatCookie(HINT, value, { isHttps, maxAgeSeconds, isForScripts: true });
  return {
    async read(header) {
      const sealed: unknown = await cookie.parse(header);
      return typeof sealed === 'string' ? toPair(await box.open(sealed)) : null;
    },
    async write({ access, refresh }) {
      const sealed = await box.seal(JSON.stringify({ access, refresh }));
      return [await cookie.serialize(sealed, { maxAge: MAX_AGE_SECONDS }), hint('1', MAX_AGE_SECONDS)];
    },
    async clear() {
      return [await cookie.serialize('', { maxAge: 0, expires: new Date(0) }), hint('', 0)];
    },
  };
}

/** Null for a cookie that we did not encrypt. */
function toPair(text: string | null): TokenPair | null {
  if (text === null) return null;
  const { access, refresh }: TokenPair = JSON.parse(text);
  return { access, refresh };
}
