// Webhook signatures, compared with other implementations, and the retry schedule of deliveries.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_TRIES, retryDelay } from '~/features/webhooks/outbound/endpoint';
import { findSignatureFault, showSecret, signMessage } from '~/lib/standard-webhook';
import { SIGNING_EXAMPLE, VERIFYING_EXAMPLE } from '~/routes/admin.api/api-page';

const SECRET = new Uint8Array(Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'));
const AT = new Date(1614265330_000);
const BODY = '{"test": 2432232314}';

describe('webhook signature', () => {
  it('matches other libraries for Standard Webhooks', async () => {
    expect(showSecret(SECRET)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    expect(await signMessage(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', AT, BODY)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each([
    [0, null],
    [300, null],
    [-300, null],
    [301, 'stale'],
    [-301, 'stale'],
  ])('that is %i seconds old: %s', async (age, verdict) => {
    const headers = await signMessage(SECRET, 'msg_1', AT, BODY);
    const signed = {
      id: 'msg_1',
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    };
    const now = new Date(AT.getTime() + age * 1000);
    expect(await findSignatureFault(SECRET, signed, new TextEncoder().encode(BODY), now)).toBe(verdict);
  });
});

it('runs the examples of the API page as published', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'magazine-examples-')), 'example');
  const run = async (name: string, code: string) => {
    writeFileSync(`${file}-${name}.mjs`, `${code}\nexport default ${name};`);
    return (await import(/* @vite-ignore */ `${file}-${name}.mjs`)).default;
  };
  process.env.SIGNING_SECRET = showSecret(SECRET);
  const sign = await run('sign', SIGNING_EXAMPLE);
  const isGenuine = await run('isGenuine', VERIFYING_EXAMPLE);
  const made = sign(BODY);
  const signed = {
    id: made['webhook-id'],
    timestamp: made['webhook-timestamp'],
    signature: made['webhook-signature'],
  };
  expect(await findSignatureFault(SECRET, signed, new TextEncoder().encode(BODY), new Date())).toBeNull();
  const ours = await signMessage(SECRET, 'msg_1', new Date(), BODY);
  expect([isGenuine(ours, BODY), isGenuine(ours, `${BODY} `)]).toEqual([true, false]);
});

describe('failed delivery', () => {
  const delays = (chance: number) =>
    Array.from({ length: MAX_TRIES - 1 }, (_, index) => retryDelay(index + 1, chance));

  it('waits 30 seconds, then four times as long each time, at most six hours', () => {
    expect(delays(0.5)).toEqual([30, 120, 480, 1920, 7680, 21_600, 21_600, 21_600]);
  });

  it('is retried for about a day, with random delays', () => {
    const hours = delays(0.5).reduce((sum, delay) => sum + delay, 0) / 3600;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(24);
    expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([24, 36]);
  });
});
