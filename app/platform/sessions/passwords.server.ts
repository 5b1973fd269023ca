// Password hashing with scrypt. Each hash stores its cost and salt, so that the cost can be raised later.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '../context';

/** scrypt parameters: memory is 128·N·r bytes, work is proportional to N·r·p. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

/**
 * `standard` is OWASP's minimum for scrypt with little memory (Password Storage Cheat Sheet, 2025): 16 MB of
 * an isolate's 128 MB. `low` is insecure, for tests that sign in thousands of times. Production refuses it.
 */
const COSTS: Record<'standard' | 'low', Cost> = {
  standard: { N: 2 ** 14, r: 8, p: 5 },
  low: { N: 2 ** 10, r: 8, p: 1 },
};
const HASH_BYTES = 32;
/** Used for addresses without an account, so that verifying takes as long. */
const NO_SALT = Buffer.from('no account, no salt!');

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalize characters that keyboards can enter in two ways.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const workOf = ({ N, r, p }: Cost) => N * r * p;

function parseHash(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, N, r, p, salt = '', key = ''] = hash.split('$');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

export function createPasswords(level: 'standard' | 'low'): Passwords {
  const current = COSTS[level];
  const hashWith = async (password: string, salt: Buffer) => {
    const key = await derive(password, salt, current);
    const { N, r, p } = current;
    return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  };
  return {
    hash: (password, salt) => hashWith(password, salt === undefined ? randomBytes(16) : Buffer.from(salt)),
    async verify(password, hash) {
      const { cost, salt, key } = hash ? parseHash(hash) : { cost: current, salt: NO_SALT, key: null };
      const derived = await derive(password, salt, cost);
      // Add the work a lower-cost hash saves, so that the time does not reveal old accounts.
      const p = Math.round((workOf(current) - workOf(cost)) / (current.N * current.r));
      if (p > 0) await derive(password, salt, { ...current, p });
      return key !== null && key.length === derived.length && timingSafeEqual(key, derived);
    },
    async renew(password, hash) {
      const { cost, salt } = parseHash(hash);
      return workOf(cost) < workOf(current) ? hashWith(password, salt) : null;
    },
  };
}
