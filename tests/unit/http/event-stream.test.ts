// Server-sent events: how long a stream lasts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { streamChanges } from '~/http/api/event-stream.server';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
