// The cookie of a browser that somebody signed in with. It opens nothing: while strangers use up the tries at an account, it
// lets its owner try, if the database confirms the sign-in that it names (`features/accounts/known-places-repo.server.ts`).
import { z } from 'zod';
import { cookieName, formatCookie, readCookie } from '~/lib/cookies';
import type { KnownDevices } from './context';
import { createSealedBox } from './sealed-box.server';

const COOKIE = 'device';
/** As long as a sign-in counts as known (`KNOWN_DAYS`). */
const MAX_AGE_SECONDS = 90 * 24 * 3600;
/** Several people may use one browser; the cookie travels with every request. */
const MOST_ACCOUNTS = 3;
/** Of an account's hash, in hex digits: enough to tell three accounts apart. */
const HASH_LENGTH = 16;

/** Hash of the account and id of its newest session in this browser, newest first. */
const Kept = z.array(z.tuple([z.string().max(HASH_LENGTH), z.uuid()])).max(MOST_ACCOUNTS);
type Kept = z.infer<typeof Kept>;

/** @returns what reads the cookie of one request and writes its successor */
export function createDeviceCookie(
  secret: string,
  isHttps: boolean,
): (cookieHeader: string | null) => KnownDevices {
  const box = createSealedBox(secret, 'device-cookie');
  const read = async (header: string | null): Promise<Kept> => {
    const opened = await box.open(readCookie(header, cookieName(COOKIE, isHttps)) ?? '');
    return opened === null ? [] : (Kept.safeParse(JSON.parse(opened)).data ?? []);
  };
  return (header) => ({
    async find(account) {
      const kept = await read(header);
      return kept.find(([hash]) => hash === account.slice(0, HASH_LENGTH))?.[1] ?? null;
    },
    async remember(account, sessionId) {
      const hash = account.slice(0, HASH_LENGTH);
      const others = (await read(header)).filter(([other]) => other !== hash);
      const kept: Kept = [[hash, sessionId], ...others];
      const sealed = await box.seal(JSON.stringify(kept.slice(0, MOST_ACCOUNTS)));
      return formatCookie(COOKIE, sealed, { isHttps, maxAgeSeconds: MAX_AGE_SECONDS });
    },
  });
}
