// Demo accounts, one per role. The seed never runs in production.
import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

export const DEMO_ACCOUNTS = [
  { email: 'admin@example.com', password: 'demo-admin-password', fullName: 'Alex Morgan', role: 'admin' },
  {
    email: 'editor@example.com',
    password: 'demo-editor-password',
    fullName: 'Elena Kowalczyk',
    role: 'editor',
  },
  // Owns the demo articles under this author's name.
  { email: 'author@example.com', password: 'demo-author-password', fullName: 'Tom Beckett', role: 'author' },
  { email: 'sales@example.com', password: 'demo-sales-password', fullName: 'Priya Raman', role: 'sales' },
  {
    email: 'audience@example.com',
    password: 'demo-audience-password',
    fullName: 'Owen Bracken',
    role: 'audience',
  },
  { email: 'reader@example.com', password: 'demo-reader-password', fullName: 'Jamie Reed', role: null },
] as const;

/** The cost of a new password in production (`platform/sessions/passwords.server.ts`). */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Returns `scrypt$N$r$p$salt$hash` with salt and hash in base64url, as the accounts feature expects it. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}
