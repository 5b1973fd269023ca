// Password checks cost the same for every account, old or new, and for none. The cost is counted, not timed.
import { scrypt } from 'node:crypto';
import { DEMO_ACCOUNTS, hashPassword } from 'db/seed/demo-accounts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isMadeOfContext } from '~/features/accounts/passwords/context-words';
import { isCommon } from '~/features/accounts/passwords/is-common.server';
import { estimateStrength } from '~/features/accounts/passwords/password-strength';
import { createPasswords } from '~/platform/sessions/passwords.server';
import { createTokens } from '~/platform/sessions/tokens.server';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});
beforeEach(() => void vi.mocked(scrypt).mockClear());

const passwords = createPasswords('standard');
/** The cost of hashes created before it was raised. */
const OLD_COST = { N: 2 ** 14, r: 8, p: 1 };

/** Sum of N·r·p of all key derivations since the last call. */
function takeWork(): number {
  const costs = vi.mocked(scrypt).mock.calls.map(([, , , cost]) => cost as typeof OLD_COST);
  vi.mocked(scrypt).mockClear();
  return costs.reduce((sum, { N, r, p }) => sum + N * r * p, 0);
}

describe('password check', () => {
  it('costs the same without an account, for an old hash and for a current one', async () => {
    const [today, old] = [await passwords.hash('tulips'), await hashPassword('tulips', OLD_COST)];
    takeWork();
    expect(await passwords.verify('roses', today)).toBe(false);
    const work = takeWork();
    expect(work).toBe(2 ** 14 * 8 * 5);
    expect(await passwords.verify('roses', null)).toBe(false);
    expect(takeWork()).toBe(work);
    expect(await passwords.verify('roses', old)).toBe(false);
    expect(takeWork()).toBe(work);
    expect(await passwords.verify('tulips', old)).toBe(true);
    expect(takeWork()).toBe(work);
  });

  it('rejects an empty password, and every password without an account', async () => {
    expect(await passwords.verify('', await passwords.hash('tulips'))).toBe(false);
    expect(await passwords.verify('', null)).toBe(false);
  });
});

describe('hash of a lower cost', () => {
  it('is replaced by a current one of the same password', async () => {
    const old = await hashPassword('tulips', OLD_COST);
    const renewed = (await passwords.renew('tulips', old)) ?? '';
    expect(renewed).toMatch(/^scrypt\$16384\$8\$5\$/);
    expect(await passwords.renew('tulips', old)).toBe(renewed);
    expect(await passwords.verify('tulips', renewed)).toBe(true);
    expect(await passwords.verify('roses', renewed)).toBe(false);
  });

  it('does not replace current hashes and demo hashes', async () => {
    expect(await passwords.renew('tulips', await passwords.hash('tulips'))).toBeNull();
    const [{ password }] = DEMO_ACCOUNTS;
    expect(await passwords.renew(password, await hashPassword(password))).toBeNull();
  });
});

describe('list of common passwords', () => {
  const tokens = createTokens({ secret: 'x', signing: ['x'] }, 'https://magazine.test');
  const common = (password: string) => isCommon({ tokens }, password);

  it('contains the first and the last of ten thousand, and passwords tried on staff accounts', async () => {
    for (const password of ['123456', 'password', 'letmein', 'michael', 'olympia', 'admin123', 'p@ssw0rd'])
      expect([password, await common(password)]).toEqual([password, true]);
  });

  it('is compared ignoring case', async () => {
    expect(await common('PassWord')).toBe(true);
    expect(await common('LETMEIN')).toBe(true);
  });

  it('does not match passwords composed of common words', async () => {
    for (const password of ['tulip garden', 'a fine long password', 'password and more', '', 'Tr0ub4dor&3'])
      expect([password, await common(password)]).toEqual([password, false]);
    const others = await Promise.all(Array.from({ length: 2_000 }, (_, i) => common(`not common ${i}`)));
    expect(others.filter(Boolean)).toEqual([]);
  });
});

describe('context words', () => {
  const owner = { email: 'ann.reader@smith.example', fullName: 'Ann-Marie O’Neil' };
  const made = (password: string) => isMadeOfContext(password, 'https://www.ledger-weekly.example', owner);

  it.each([
    'lawfirm',
    'LawFirm2026!',
    'academy-law-1',
    'ledgerweekly',
    'Weekly_Ledger_7',
    'annreader',
    'Ann.Reader.1990',
    'annmarie!!',
    'oneil123456',
    'smith ann 12',
  ])('are rejected alone: %s', (password) => expect(made(password)).toBe(true));

  it.each([
    'lawnmower',
    'annual report',
    'tulips',
    '123456',
    'the law of large numbers',
    '',
  ])('are accepted within a password: %s', (password) => expect(made(password)).toBe(false));

  it('are found for an account without a name or address', () => {
    expect(isMadeOfContext('lawfirm', 'http://127.0.0.1', { email: null })).toBe(true);
  });
});

describe('password strength', () => {
  const words = ['ann@example.com', 'Ann Reader'];
  it.each([
    ['aaaaaaaaaaaaaa', 1],
    ['abcdefghijkl', 1],
    ['qwertyuiop', 1],
    ['Password2026', 1],
    ['annreader1990', 1],
    ['tulips', 1],
    ['tulip garden', 2],
    ['Xk9#mQ2$', 2],
    ['a fine long password', 3],
    ['correct horse battery', 4],
    ['q7#Lp0!zVw2$Tn', 4],
  ])('of %s is level %i', (password, level) => expect(estimateStrength(password, words).level).toBe(level));

  it('is explained with advice', () => {
    expect(estimateStrength('tulips').text).toBe('Weak. Add more words or characters.');
    expect(estimateStrength('password1').text).toBe('Weak. Avoid names, common words and keyboard patterns.');
    expect(estimateStrength('correct horse battery').text).toBe('Strong. Very hard to guess.');
  });
});
