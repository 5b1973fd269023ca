// What a wrong sign-in costs, counted and not timed: the same for an address that has no account.
import { scrypt } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { passwords } from '~/platform/passwords.server';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});
beforeEach(() => void vi.mocked(scrypt).mockClear());

/** What the last passwords were derived with: password, length of the salt, length of the key, cost. */
const spent = () =>
  vi
    .mocked(scrypt)
    .mock.calls.map(([password, salt, bytes, cost]) => [password, (salt as Buffer).length, bytes, cost]);

it('a password is derived as dearly for nobody as for somebody', async () => {
  const hash = await passwords.hash('tulips');
  vi.mocked(scrypt).mockClear();
  expect(await passwords.verify('roses', hash)).toBe(false);
  expect(await passwords.verify('roses', null)).toBe(false);
  const [somebody, nobody] = spent();
  expect(spent()).toHaveLength(2);
  expect(nobody).toEqual(somebody);
});

it('an empty password opens nothing, and no password opens nobody', async () => {
  expect(await passwords.verify('', await passwords.hash('tulips'))).toBe(false);
  expect(await passwords.verify('', null)).toBe(false);
});
