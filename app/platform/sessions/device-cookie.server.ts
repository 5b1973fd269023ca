// The cookie that marks a known device. It grants no access. While strangers use up the attempts at an
// account, it gives the owner attempts of their own, if the database confirms the sign-in it names
// (`features/accounts/sign-in/known-places-repo.server.ts`).
import { z } from 'zod';
import { cookieName, formatCookie, readCookie } from '~/lib/cookies';
import type { KnownDevices } from '../context';
import { createSealedBox } from './sealed-box.server';

const COOKIE = 'device';
/** As long as a sign-in counts as known (`KNOWN_DAYS`). */
const MAX_AGE_SECONDS = 90 * 24 * 3600;
/** A browser may be shared. The limit keeps the cookie small, because every request sends it. */
const MAX_ACCOUNTS = 3;
/** Hex digits kept of an account's hash: enough to distinguish three accounts. */
const HASH_LENGTH = 16;

/** Account hash and id of its newest session in this browser, newest first. */
const StoredDevices = z.array(z.tuple([z.string().max(HASH_LENGTH), z.uuid()])).max(MAX_ACCOUNTS);
type StoredDevices = z.infer<typeof StoredDevices>;

/** @returns a function that reads the cookie of a request and writes its successor */
export function createDeviceCookie(
  secret: string,
  isHttps: boolean,
): (cookieHeader: string | null) => KnownDevices {
  const box = createSealedBox(secret, 'device-cookie');
  const read = async (header: string | null): Promise<StoredDevices> => {
    const opened = await box.open(readCookie(header, cookieName(COOKIE, isHttps)) ?? '');
    return opened === null ? [] : (StoredDevices.safeParse(JSON.parse(opened)).data ?? []);
  };
  return (header) => ({
    async find(account) {
      const devices = await read(header);
      return devices.find(([hash]) => hash === account.slice(0, HASH_LENGTH))?.[1] ?? null;
    },
    isKnown: async () => (await read(header)).length > 0,
    async remember(account, sessionId) {
      const hash = account.slice(0, HASH_LENGTH);
      const others = (await read(header)).filter(([other]) => other !== hash);
      const devices: StoredDevices = [[hash, sessionId], ...others];
      const sealed = await box.seal(JSON.stringify(devices.slice(0, MAX_ACCOUNTS)));
      return formatCookie(COOKIE, sealed, { isHttps, maxAgeSeconds: MAX_AGE_SECONDS });
    },
  });
}
