// The demo's two sign-ins. Never in production: nothing there calls the seed.
import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

export const DEMO_ACCOUNTS = [
  { email: 'admin@example.com', password: 'demo-admin-password', fullName: 'Alex Morgan', role: 'admin' },
  { email: 'reader@example.com', password: 'demo-reader-password', fullName: 'Jamie Reed', role: null },
] as const;

const COST = { N: 16384, r: 8, p: 1 };
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url: what the accounts feature verifies. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}
