// What a consumer does around the work on its messages: the rest it gives others, and what is purged before work that may kill it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Pace, politely } from '~/features/jobs/politely';
import { consumeBatch } from '~/jobs/consume';
import type { AppContext } from '~/platform/context';

/** Stands for the work on an item. */
const work = vi.hoisted(() => ({
  on: async (_ctx: AppContext, _itemId: number, _politely: Pace): Promise<void> => {},
  suspects: new Set<number>(),
}));
vi.mock('~/features/jobs/run-item.server', () => ({
  runItem: async (ctx: AppContext, _kinds: object, itemId: number, _deliveries: number, politely: Pace) => {
    await work.on(ctx, itemId, politely);
    return { retryAfterSeconds: null, jobId: null };
  },
}));
vi.mock('~/features/jobs/suspects.server', () => ({ findSuspects: async () => work.suspects }));
vi.mock('~/jobs/kinds', () => ({ KINDS: {} }));

const purged: string[] = [];
const ctx = {
  pages: { purge: async (tags: string[]) => void purged.push(...tags) },
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
  work.suspects = new Set();
});
afterEach(() => void vi.useRealTimers());

describe('a batch of work', () => {
  it.each([
    ['that keeps the machine busy is done piece by piece, and rests after each', true, 300, 2 * (300 + 300)],
    ['rests a second at most', true, 5_000, 2 * (5_000 + 1_000)],
    ['that mostly waits for others is done side by side and does not rest', false, 300, 300],
  ])('%s', async (_, yields, takes, lasts) => {
    work.on = (_ctx, _itemId, politely) =>
      yields ? politely(() => milliseconds(takes)) : milliseconds(takes);
    const ended = vi.fn();
    const batch = consume(1, 2).then(ended);
    await vi.advanceTimersByTimeAsync(lasts - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    await batch;
  });

  it('that keeps the machine busy rests after what fails too', async () => {
    const pace = politely();
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

  it('has purged what is done before it takes up what may be deadly', async () => {
    const before = new Map<number, string[]>();
    work.suspects = new Set([2, 3]);
    work.on = async ({ pages }, itemId) => {
      before.set(itemId, [...purged]);
      await pages.purge([`page-${itemId}`]);
      if (before.size === 4) throw new Error('The worker died');
    };
    await expect(consume(1, 2, 3, 4)).rejects.toThrow('The worker died');
    const [first, second] = [...before.keys()].slice(-2) as [number, number];
    expect(new Set([first, second])).toEqual(work.suspects);
    expect(before.get(first)).toEqual(['page-1', 'page-4']);
    expect(before.get(second)).toEqual(['page-1', 'page-4', `page-${first}`]);
  });
});
