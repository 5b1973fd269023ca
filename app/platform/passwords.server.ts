// How passwords are stored: scrypt, with its cost and salt beside the hash, so that the cost can grow later.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from './context';

/** scrypt's parameters: memory is 128·N·r bytes, work grows with N·r·p. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

/**
 * `standard` is OWASP's minimum for scrypt (Password Storage Cheat Sheet, 2025) in a set of low memory: 16 MB of the 128 MB
 * of an isolate. `low` protects nothing: it is for tests, which sign in thousands of times, and production refuses it.
 */
const COSTS: Record<'standard' | 'low', Cost> = {
  standard: { N: 2 ** 14, r: 8, p: 5 },
  low: { N: 2 ** 10, r: 8, p: 1 },
};
const HASH_BYTES = 32;
/** Compared with where an address has no account. */
const NO_SALT = Buffer.from('no account, no salt!');

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One spelling of characters that keyboards write in two ways.
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
      // A hash of a lower cost takes as long as one of today's: else the time would tell which accounts are old.
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
