// How long one run of the cron task for related articles lasts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { relateOutdated } from '~/features/articles/related/related.server';
import type { AppContext } from '~/platform/context';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends after 45 seconds of real time, although the clock of a cron task stands still', async () => {
  const started = new Date();
  let batches = 0;
  const ctx = {
    clock: { now: () => started },
    pageCache: { purge: async () => {} },
    db: {
      build: { execute: () => null },
      writeOne: async () => {
        batches += 1;
        vi.advanceTimersByTime(4_000);
        return { rows: [{ taken: 5, changed: [] }] };
      },
    },
  } as unknown as AppContext;
  expect(await relateOutdated(ctx)).toBe(60);
  expect(batches).toBe(12);
});
