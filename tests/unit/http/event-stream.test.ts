// Server-sent events: how long a stream lasts, and how the browser follows it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamChanges } from '~/http/api/event-stream.server';
import { followEvents } from '~/ui/event-stream';
import { stubEventSource } from '../../support/event-sources';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ends after a minute, so that the session is checked again', async () => {
  const response = streamChanges(1, {
    event: 'count',
    read: async () => 1,
    isLast: () => false,
    onError: (error) => expect.unreachable(String(error)),
  });
  let isOver = false;
  const text = response.text().then((all) => {
    isOver = true;
    return all;
  });
  await vi.advanceTimersByTimeAsync(55_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOver).toBe(true);
  expect(await text).toBe('event: count\ndata: 1\n\n: heartbeat\n\n: heartbeat\n\n');
});

describe('a follower', () => {
  /** Records the values and `true` or `false` whenever the value becomes live or may be outdated. */
  function followCounts(poll?: () => Promise<number | null>) {
    const opened = stubEventSource();
    const told: (number | boolean)[] = [];
    const stop = followEvents<number>({
      address: '/events',
      event: 'count',
      ...(poll && { poll }),
      onValue: (value) => told.push(value),
      onLive: (isLive) => told.push(isLive),
    });
    return { opened, told, stop };
  }

  it('gets values again after refused connections', async () => {
    const { opened, told, stop } = followCounts();
    opened[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    opened[1]?.fail();
    await vi.advanceTimersByTimeAsync(2_000);
    opened[2]?.send('count', 7);
    expect(told).toEqual([false, true, 7]);
    stop();
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
  });

  it('is live while the server ends a stream and accepts the next one', async () => {
    const { opened, told, stop } = followCounts();
    opened[0]?.send('count', 1);
    opened[0]?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    opened[1]?.send('count', 2);
    expect(told).toEqual([true, 1, true, 2]);
    opened[1]?.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    opened[2]?.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(told.slice(4)).toEqual([false]);
    stop();
  });

  it('connects again after five minutes of silence', async () => {
    const { opened, stop } = followCounts();
    opened[0]?.send('count', 1);
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(opened[0]?.isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1 + 1_000);
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    stop();
  });

  it('polls while no connection is open, and ignores an answer after it was stopped', async () => {
    let answer = (_: number | null) => {};
    const { opened, told, stop } = followCounts(
      () =>
        new Promise((done) => {
          answer = done;
        }),
    );
    opened[0]?.fail();
    answer(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([true, 3]);
    opened[1]?.fail();
    stop();
    answer(4);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([true, 3, false]);
    expect(opened).toHaveLength(2);
  });
});
