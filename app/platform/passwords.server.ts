// How passwords are kept: scrypt, with its cost and salt beside the hash, so that the cost can grow later.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from './context';

/** About 90 ms and 16 MB in workerd; four times as much would need half of what an isolate may have. */
const COST = { N: 16_384, r: 8, p: 1 };
const HASH_BYTES = 32;
/** Nobody's: what a wrong address is compared with, at the price of a real one. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$bm9ib2R5J3Mgc2FsdCEhIQ$`;

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One spelling of letters that keyboards write in two ways.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export const passwords: Passwords = {
  async hash(password) {
    const salt = randomBytes(16);
    const key = await derive(password, salt, COST);
    return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join(
      '$',
    );
  },
  async verify(password, hash) {
    const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODY).split('$');
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(key, 'base64url');
    return expected.length === derived.length && timingSafeEqual(expected, derived);
  },
};
