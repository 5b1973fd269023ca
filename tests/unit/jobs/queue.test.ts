// How a queue consumer handles a batch: leftover messages, pauses, and purges before work that may crash it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Pace, throttled } from '~/features/jobs/throttled';
import { consumeBatch } from '~/jobs/queue';
import type { AppContext } from '~/platform/context';

/** Replaces the work on an item. */
const work = vi.hoisted(() => ({
  on: async (_ctx: AppContext, _itemId: number, _throttled: Pace): Promise<void> => {},
  poisonItems: new Set<number>(),
}));
vi.mock('~/features/jobs/run-item.server', () => ({
  runItem: async (ctx: AppContext, _kinds: object, itemId: number, _deliveries: number, throttled: Pace) => {
    await work.on(ctx, itemId, throttled);
    return { retryAfterSeconds: null, jobId: null };
  },
}));
vi.mock('~/features/jobs/poison-items.server', () => ({ findPoisonItems: async () => work.poisonItems }));
vi.mock('~/jobs/job-kinds', () => ({ KINDS: {} }));

const purged: string[] = [];
const ctx = {
  pageCache: { purge: async (tags: string[]) => void purged.push(...tags) },
  faults: { reach: async () => {}, isDeath: () => true },
} as unknown as AppContext;

function consume(...itemIds: number[]): Promise<void> {
  const messages = itemIds.map((itemId) => ({
    id: `message-${itemId}`,
    timestamp: new Date(),
    body: { v: 1, type: 'job-item', itemId },
    attempts: 1,
    ack: () => {},
    retry: () => {},
  }));
  return consumeBatch({ queue: 'magazine-work', messages }, () => ctx);
}

const milliseconds = (count: number) => new Promise<void>((resolve) => setTimeout(resolve, count));

beforeEach(() => {
  vi.useFakeTimers();
  purged.length = 0;
  work.poisonItems = new Set();
});
afterEach(() => void vi.useRealTimers());

describe('batch of items', () => {
  it.each([
    ['runs CPU-bound items one by one and rests after each', true, 300, 2 * (300 + 300)],
    ['rests one second at most', true, 5_000, 2 * (5_000 + 1_000)],
    ['runs items that mostly wait concurrently and does not rest', false, 300, 300],
  ])('%s', async (_, yields, takes, lasts) => {
    work.on = (_ctx, _itemId, throttled) =>
      yields ? throttled(() => milliseconds(takes)) : milliseconds(takes);
    const ended = vi.fn();
    const batch = consume(1, 2).then(ended);
    await vi.advanceTimersByTimeAsync(lasts - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    await batch;
  });

  it('pauses after a failed CPU-bound item, too', async () => {
    const pace = throttled();
    const failed = vi.fn();
    const next = vi.fn(async () => {});
    const first = pace(async () => {
      await milliseconds(300);
      throw new Error('It failed');
    }).catch(failed);
    const second = pace(next);
    await vi.advanceTimersByTimeAsync(599);
    expect(next).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect([failed.mock.calls.length, next.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([first, second]);
  });

  it('purges finished work before it runs an item that may crash it', async () => {
    const before = new Map<number, string[]>();
    work.poisonItems = new Set([2, 3]);
    work.on = async ({ pageCache }, itemId) => {
      before.set(itemId, [...purged]);
      await pageCache.purge([`page-${itemId}`]);
      if (before.size === 4) throw new Error('The worker died');
    };
    await expect(consume(1, 2, 3, 4)).rejects.toThrow('The worker died');
    const [first, second] = [...before.keys()].slice(-2) as [number, number];
    expect(new Set([first, second])).toEqual(work.poisonItems);
    expect(before.get(first)).toEqual(['page-1', 'page-4']);
    expect(before.get(second)).toEqual(['page-1', 'page-4', `page-${first}`]);
  });
});
