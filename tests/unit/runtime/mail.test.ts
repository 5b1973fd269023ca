// Emails that are sent one by one: rate limits, idempotency keys, order.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEvent } from '~/platform/context';
import { WorkerSettings } from '~/platform/env.server';
import { createMail } from '~/platform/mail/mail.server';

interface Attempt {
  /** Milliseconds since the start of the test. */
  at: number;
  key: string | null;
  to: string;
}

const START = new Date('2026-11-24T09:00:00Z').getTime();
let attempts: Attempt[] = [];
let log: LogEvent[] = [];
/** Responses to the first attempts; later ones succeed. */
let responses: (() => Response | Promise<Response>)[] = [];

beforeEach(() => {
  [attempts, log, responses] = [[], [], []];
  vi.useFakeTimers({ now: START });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: HeadersInit; body: string }) => {
    const key = new Headers(headers).get('idempotency-key');
    attempts.push({ at: Date.now() - START, key, to: JSON.parse(body).to[0] });
    return (responses.shift() ?? (() => new Response('{}')))();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Sends an email to each address at the same time, as one request or cron task does, and waits for the deliveries. */
async function send(...addresses: string[]): Promise<void> {
  const settings = WorkerSettings.parse({
    ENVIRONMENT: 'test',
    DATABASE_URL: 'postgres://unused',
    SITE_URL: 'https://magazine.test',
    MAIL_PROVIDER: 'resend',
    MAIL_API_KEY: 'the-key',
  });
  const deliveries: Promise<unknown>[] = [];
  const mail = createMail(settings, {
    db: {} as never,
    log: { write: (event) => void log.push(event) },
    emailBinding: undefined,
    waitUntil: (work) => void deliveries.push(work),
  });
  for (const to of addresses) await mail.send({ to, subject: 'Hello', text: 'Hello', html: 'Hello' });
  const all = Promise.all(deliveries);
  await vi.advanceTimersByTimeAsync(120_000);
  await all;
}

const busy = (seconds: number) => () =>
  new Response('{}', { status: 429, headers: { 'retry-after': String(seconds) } });
const times = () => attempts.map(({ at }) => at);
const logged = () => log.map(({ event }) => event);

describe('an email', () => {
  it('waits as long as the provider asks, plus a random part, and is sent', async () => {
    responses = [busy(2), busy(2), busy(4)];
    await send('ann@example.com');
    expect(times()).toEqual([0, 2_500, 5_000, 10_000]);
    expect(logged()).toEqual(['mail_sent']);
  });

  it('is given up when the provider limits the rate for more than 20 seconds', async () => {
    responses = Array(99).fill(busy(6));
    await send('ann@example.com');
    expect(times()).toEqual([0, 7_500, 15_000]);
    expect(log).toEqual([{ event: 'mail_failed', subject: 'Hello', reason: 'status 429' }]);
  });

  it('carries the same key on each attempt, and another than the next email', async () => {
    const inProgress = { name: 'concurrent_idempotent_requests' };
    responses = [
      () => Promise.reject(new Error('The operation timed out')),
      () => Response.json(inProgress, { status: 409 }),
    ];
    await send('ann@example.com', 'bob@example.com');
    const keys = attempts.map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3]]);
    expect(keys[0]).toMatch(/^email\/./);
    expect(keys[3]).not.toBe(keys[0]);
    expect(logged()).toEqual(['mail_sent', 'mail_sent']);
  });

  it('is sent after the previous one of the same request or cron task', async () => {
    responses = [busy(2)];
    await send('ann@example.com', 'bob@example.com', 'cat@example.com');
    expect(attempts.map(({ at, to }) => [at, to])).toEqual([
      [0, 'ann@example.com'],
      [2_500, 'ann@example.com'],
      [2_500, 'bob@example.com'],
      [2_500, 'cat@example.com'],
    ]);
  });
});
