// Rules of accounts that need no database.
import { describe, expect, it } from 'vitest';
import { describeDevice, landingPath, toSafeRedirect } from '~/features/accounts/account';
import { refusePassword } from '~/features/accounts/passwords/password-rules';
import { SignUp } from '~/features/accounts/profile/account-input';
import { fillLeadDays } from '~/features/dashboard/dashboard.server';
import { accountRules, mostGuesses, refuseThrottled } from '~/features/rate-limit/throttle';
import { refuseCrossOrigin } from '~/http/security/origin-check';
import { callerKey, networkKey } from '~/lib/caller-key';
import { TooManyError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { parseEnv } from '~/platform/env.server';
import { createPasswords } from '~/platform/sessions/passwords.server';
import { createTokens } from '~/platform/sessions/tokens.server';

describe('redirect after sign-in', () => {
  it('accepts only paths of this site', () => {
    expect(toSafeRedirect('/article/x?y=1#z')).toBe('/article/x?y=1#z');
    for (const evil of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/./\\/evil.example',
      'javascript:alert(1)',
      '/a b',
      '/..//evil.example',
      '/.//evil.example',
      '/%2Fevil.example',
      '/%2f%2Fevil.example',
      '/%5Cevil.example',
      '/%',
      '/auth?redirect=/auth',
      '/auth/sign-out',
      '',
      null,
    ]) {
      expect(toSafeRedirect(evil), String(evil)).toBeNull();
    }
  });

  it('is the admin for admins and home for others', () => {
    expect(landingPath({ role: 'admin' }, null)).toBe('/admin');
    expect(landingPath({ role: null }, 'https://evil.example')).toBe('/');
    expect(landingPath({ role: null }, '/newsletter')).toBe('/newsletter');
  });
});

describe('passwords', () => {
  it('need six characters and must not be common', () => {
    expect(refusePassword('')).toBe('Password is required.');
    expect(refusePassword('abc12')).toBe('Password should be at least 6 characters.');
    expect(refusePassword('x'.repeat(257))).toBe('Password should be at most 256 characters.');
    expect(refusePassword('tulips')).toBeNull();
    expect(refusePassword('demo-admin-password')).toBeNull();
  });

  it('match their own hash only', async () => {
    const passwords = createPasswords('standard');
    const hash = await passwords.hash('tulips');
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await passwords.verify('tulips', hash)).toBe(true);
    expect(await passwords.verify('Tulips', hash)).toBe(false);
  });
});

describe('forms', () => {
  it('report the first error and every field', () => {
    expect(() => parseInput(SignUp, { fullName: ' ', email: 'x', password: '1' })).toThrow(
      'Full name is required.',
    );
    expect(parseInput(SignUp, { fullName: ' Ann ', email: ' a@b.example ', password: 'tulips' })).toEqual({
      fullName: 'Ann',
      email: 'a@b.example',
      password: 'tulips',
    });
  });
});

describe('throttling', () => {
  it('counts a /64 as one caller', () => {
    expect(callerKey('2001:db8:0:1::5')).toBe(callerKey('2001:0db8:0:1:ffff::9'));
    expect(callerKey('2001:db8:0:2::5')).not.toBe(callerKey('2001:db8:0:1::5'));
    expect(callerKey('192.0.2.1')).toBe('192.0.2.1');
  });

  it("counts a customer's changing IP addresses at one provider as one network", () => {
    expect(networkKey('192.0.2.1')).toBe('192.0.2.0/24');
    expect(networkKey('::ffff:192.0.2.1')).toBe('192.0.2.0/24');
    expect(networkKey('2001:0db8:0:1::5')).toBe(networkKey('2001:db8:0:2:ffff::9'));
    expect(networkKey('2001:db8::5')).not.toBe(networkKey('2001:db8:1::5'));
    expect(networkKey('')).toBe('');
  });

  it('allows 970 passwords and 250 codes a day per account, and as many for each trusted network and device', () => {
    expect([mostGuesses('sign-in', 0), mostGuesses('digits', 0)]).toEqual([970, 250]);
    expect([mostGuesses('sign-in', 1), mostGuesses('digits', 1)]).toEqual([1940, 500]);
  });

  it('rejects at the limit and says how long to wait', () => {
    const { account, address } = accountRules('sign-in', {
      account: 'x',
      address: '192.0.2.1',
      device: null,
    });
    const rules = [account, address];
    expect(() => refuseThrottled(rules, [{ key: 'sign-in:account:x', tries: 9, wait: 60 }])).not.toThrow();
    expect(() => refuseThrottled(rules, [{ key: 'sign-in:account:x', tries: 10, wait: 60 }])).toThrow(
      TooManyError,
    );
  });
});

describe('tokens', () => {
  const make = (secret: string, issuer = 'https://magazine.test') =>
    createTokens({ secret, signing: [secret] }, issuer);
  const tokens = make('a secret');
  const claims = {
    userId: 'u',
    sessionId: 's',
    email: 'a@b.example',
    issuedAt: 1,
    expiresAt: 3601,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: 1 }],
  } as const;

  it('return the signed values', async () => {
    const token = await tokens.sign(claims);
    expect(await tokens.sign(claims)).toBe(token);
    expect(await tokens.read(token)).toEqual(claims);
  });

  it('are rejected if any part is not ours', async () => {
    const token = await tokens.sign(claims);
    const [header, payload, signature] = token.split('.');
    const none = btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '');
    for (const wrong of [
      '',
      'x',
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${btoa('{"sub":"admin"}')}.${signature}`,
      `${token}.x`,
      `${header}.${payload}.***`,
    ]) {
      expect(await tokens.read(wrong), wrong).toBeNull();
    }
    expect(await make('another').read(token)).toBeNull();
    expect(await make('a secret', 'https://other.test').read(token)).toBeNull();
  });
});

describe('cross-site request forgery', () => {
  const check = (path: string, headers: Record<string, string>, method = 'POST') => {
    const url = new URL(path, 'https://magazine.test');
    // Node's Request drops headers that only a browser may set.
    const request = { method, headers: new Headers(headers) } as Request;
    return refuseCrossOrigin(request, url, 'https://magazine.test')?.status ?? 200;
  };
  const cookie = '__Host-session=x';

  it('is rejected wherever a cookie authorizes', () => {
    expect(check('/admin', { cookie, origin: 'https://evil.example' })).toBe(403);
    expect(check('/subscribe', { cookie, origin: 'null' })).toBe(403);
    expect(check('/account.data', { cookie })).toBe(403);
    expect(check('/auth', { origin: 'https://evil.example' })).toBe(403);
    expect(check('/subscribe', { origin: 'https://evil.example' })).toBe(403);
    expect(check('/auth/session', {})).toBe(403);
    expect(check('/account', { cookie, referer: 'https://evil.example/x' })).toBe(403);
  });

  it('check accepts our own pages, reads, and API keys', () => {
    expect(check('/admin', { cookie, origin: 'https://magazine.test' })).toBe(200);
    expect(check('/account', { cookie, referer: 'https://magazine.test/account' })).toBe(200);
    expect(check('/admin', { cookie, origin: 'https://evil.example' }, 'GET')).toBe(200);
    expect(check('/api/zapier-webhook', { cookie })).toBe(200);
    expect(check('/auth/v1/token', { origin: 'https://evil.example' })).toBe(200);
    expect(check('/auth', {})).toBe(200);
  });
});

describe('environment check', () => {
  const env = {
    MEDIA: {},
    IMAGES: {},
    WORK: {},
    SUBSCRIBE_LIMIT: {},
    UNKNOWN_PATH_LIMIT: {},
    CATEGORY_IMAGE_LIMIT: {},
    VIEW_LIMIT: {},
    CLICK_LIMIT: {},
    PAGE_VIEW_LIMIT: {},
    READING_LIMIT: {},
    SEARCH_LIMIT: {},
    SITE_URL: 'https://magazine.example',
    DATABASE_URL: 'postgres://x',
  } as unknown as Parameters<typeof parseEnv>[0];
  const secrets = {
    AUTH_PUBLIC_KEY: 'p',
    AUTH_SERVICE_KEY: 's'.repeat(32),
    AUTH_JWT_SECRET: 'x'.repeat(32),
    SESSION_SECRET: 'y'.repeat(32),
    MAIL_FROM: 'a@b.example',
    MAIL_API_URL: 'https://mail.example',
    MAIL_API_KEY: 'k',
  };

  it('requires every secret in production and rejects local defaults', () => {
    const production = { ...env, ENVIRONMENT: 'production' };
    for (const name of Object.keys(secrets)) {
      expect(() => parseEnv({ ...production, ...secrets, [name]: undefined }), name).toThrow(
        `${name}: is missing`,
      );
    }
    for (const name of ['SESSION_SECRET', 'AUTH_JWT_SECRET', 'AUTH_SERVICE_KEY'])
      expect(() => parseEnv({ ...production, ...secrets, [name]: 'short' })).toThrow(
        `${name}: must have at least`,
      );
    expect(() => parseEnv({ ...production, ...secrets, AUTH_SERVICE_KEY: 'local-service-key' })).toThrow(
      'AUTH_SERVICE_KEY',
    );
    expect(() => parseEnv({ ...production, ...secrets, MAIL_PROVIDER: 'outbox' })).toThrow('MAIL_PROVIDER');
    expect(() => parseEnv({ ...production, ...secrets, PASSWORD_COST: 'low' })).toThrow('PASSWORD_COST');
    expect(parseEnv({ ...production, ...secrets }).ENVIRONMENT).toBe('production');
  });

  it('requires only the variables of the chosen mail provider', () => {
    const { MAIL_API_URL: _, MAIL_API_KEY, ...rest } = secrets;
    const production = { ...env, ...rest, ENVIRONMENT: 'production' };
    const withCloudflare = { ...production, MAIL_PROVIDER: 'cloudflare' };
    expect(() => parseEnv(withCloudflare)).toThrow('EMAIL: binding is missing');
    const bound = { ...withCloudflare, EMAIL: {} } as unknown as typeof env;
    expect(parseEnv(bound).MAIL_PROVIDER).toBe('cloudflare');
    expect(() => parseEnv({ ...bound, NEWSLETTER_PROVIDER: 'postmark' })).toThrow('MAIL_API_KEY: is missing');
    expect(() => parseEnv({ ...bound, NEWSLETTER_PROVIDER: 'http', MAIL_API_KEY })).toThrow(
      'MAIL_API_URL: is missing',
    );
    expect(parseEnv({ ...bound, NEWSLETTER_PROVIDER: 'postmark', MAIL_API_KEY }).MAIL_API_KEY).toBe('k');
    expect(parseEnv({ ...production, MAIL_PROVIDER: 'resend', MAIL_API_KEY }).MAIL_API_URL).toBeUndefined();
    expect(() =>
      parseEnv({ ...env, ...secrets, ENVIRONMENT: 'local', NEWSLETTER_PROVIDER: 'resend' }),
    ).toThrow('NEWSLETTER_PROVIDER');
  });

  it('requires nothing locally', () => {
    expect(parseEnv({ ...env, ENVIRONMENT: 'local' }).SESSION_SECRET).toMatch(/^local-/);
  });
});

describe('devices and days', () => {
  it('names a device by browser and system', () => {
    expect(describeDevice('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0')).toBe(
      'Firefox on Linux',
    );
    expect(describeDevice(null)).toBe('An unknown device');
  });

  it('lists every day once across clock changes', () => {
    const days = fillLeadDays(
      [{ day: '2026-11-01', leads: 3 }],
      new Date('2026-11-03T02:00:00Z'),
      'America/New_York',
      4,
    );
    expect(days).toEqual([
      { day: '2026-10-30', leads: 0 },
      { day: '2026-10-31', leads: 0 },
      { day: '2026-11-01', leads: 3 },
      { day: '2026-11-02', leads: 0 },
    ]);
  });
});
