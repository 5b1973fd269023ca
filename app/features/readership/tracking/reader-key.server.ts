// Distinguishes the views of different readers within a day. The key of a day is random, is stored in the
// file store, apart from the data, and is deleted when the day is over. After that, a reader's hash cannot be
// computed again.

import { toBase64Url } from '~/lib/bytes';
import { callerKey } from '~/lib/caller-key';
import type { AppContext } from '~/platform/context';

type KeyContext = Pick<AppContext, 'files' | 'tokens'>;

/** Never served publicly (features/media/serve-media.server.ts). */
export const READER_KEYS = 'reader-keys/';
const KEY_BYTES = 32;
const HASH_BYTES = 12;
const encoder = new TextEncoder();

/** The current day's key, per isolate. */
const known = new WeakMap<AppContext['tokens'], { day: string; key: Promise<CryptoKey> }>();

/**
 * A hash that is the same for all of a caller's views on one day.
 * @param day `2026-11-24`, in the site's time zone
 * @throws UnavailableError without the file store
 */
export async function hashReader(
  ctx: KeyContext,
  day: string,
  reader: { address: string; userAgent: string },
): Promise<string> {
  const text = `${callerKey(reader.address)} ${reader.userAgent}`;
  const mac = await crypto.subtle.sign('HMAC', await keyOf(ctx, day), encoder.encode(text));
  return toBase64Url(new Uint8Array(mac, 0, HASH_BYTES));
}

function keyOf(ctx: KeyContext, day: string): Promise<CryptoKey> {
  const current = known.get(ctx.tokens);
  if (current?.day === day) return current.key;
  const key = findKey(ctx, day).then((bytes) =>
    crypto.subtle.importKey('raw', new Uint8Array(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  );
  known.set(ctx.tokens, { day, key });
  // The next view tries again.
  key.catch(() => known.delete(ctx.tokens));
  return key;
}

/** If two isolates start a day at the same time, both use the key that was stored first. */
async function findKey({ files }: KeyContext, day: string): Promise<Uint8Array> {
  const stored = await files.readPart(READER_KEYS + day, 0, KEY_BYTES);
  if (stored) return stored;
  const fresh = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const isStored = await files.putNew(READER_KEYS + day, fresh, 'application/octet-stream');
  return isStored ? fresh : ((await files.readPart(READER_KEYS + day, 0, KEY_BYTES)) ?? fresh);
}

/** Deletes the keys of days before `today`. @returns how many */
export async function deleteOldKeys({ files }: Pick<AppContext, 'files'>, today: string): Promise<number> {
  const stored = await files.list(READER_KEYS, '');
  const old = stored.map(({ key }) => key).filter((key) => key < READER_KEYS + today);
  if (old.length > 0) await files.delete(old);
  return old.length;
}
