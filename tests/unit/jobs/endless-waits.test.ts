// Work that never ends, such as that of an aborted request, must not block other work.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeJobIfOver } from '~/features/jobs/close-job.server';
import type { JobKind } from '~/features/jobs/job-kind';
import { findMediaFile } from '~/features/media/serve-media.server';
import { oneAtATime } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';

const never = () => new Promise<never>(() => {});

const closed: string[] = [];
const closing = { id: 'job', kind: 'kind', input: {}, closings: 1, done: 1, skipped: 0, failed: 0 };
vi.mock('~/features/jobs/close-job-repo.server', () => ({
  claimClosing: () => ({ rows: [closing] }),
  releaseClosing: () => closed.push('put off'),
  endJob: () => closed.push('ended'),
}));
vi.mock('~/features/jobs/lease.server', () => ({ keepLease: () => () => closed.push('lease given back') }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('starts the next long item even if the previous one never ends', async () => {
  const inTurn = oneAtATime();
  void inTurn(never);
  const next = inTurn(async () => 'done');
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await next).toBe('done');
});

it('leaves a job whose end is never written to the cron task', async () => {
  const kind = { kind: 'kind', input: { parse: () => ({}) }, finish: never } as unknown as JobKind;
  const ctx = {
    db: { build: {}, write: async () => {}, writeOne: async (statement: unknown) => statement },
    faults: { reach: async () => {}, isDeath: () => false },
    config: { jobs: { leaseSeconds: 30 } },
    log: { write: () => {} },
  } as unknown as AppContext;
  const closes = closeJobIfOver(ctx, { kind }, 'job');
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  await closes;
  expect(closed).toEqual(['put off', 'lease given back']);
});

it('shows the uploaded image if its resized copy is never finished, and starts over for the next reader', async () => {
  let tries = 0;
  const stored = new Map([['article-images/a.png', 'large']]);
  const ctx = {
    files: {
      find: async (key: string) => (stored.has(key) ? { body: stored.get(key) } : null),
      readPart: async () => new Uint8Array(1),
      putNew: async (key: string) => void stored.set(key, 'small'),
      measure: async () => 1,
    },
    images: {
      resize: async () => {
        tries += 1;
        return tries === 1 ? never() : { body: 'bytes', contentType: 'image/webp' };
      },
    },
    clock: { now: () => new Date() },
    log: { write: () => {} },
    waitUntil: () => {},
  } as unknown as AppContext;
  const ask = async () => (await findMediaFile(ctx, 'article-images/a.png', 'w800'))?.body;
  void ask();
  const second = ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await second).toBe('large');
  expect(await ask()).toBe('small');
});
