// Rules of jobs: when a failed item is tried again, how a job ends, what is said of it.
import { describe, expect, it } from 'vitest';
import { secondsBeforeRetry } from '~/features/jobs/attempts';
import { dealtWith, type JobProgress, statusAtEnd } from '~/features/jobs/job';
import { announce, describeCounts } from '~/features/jobs/job-words';
import { formatDuration } from '~/lib/duration';
import { Message } from '~/platform/messages';

const NONE = { total: 0, waiting: 0, running: 0, done: 0, skipped: 0, failed: 0, cancelled: 0 };
const progress = (counts: Partial<JobProgress>): JobProgress => ({
  ...NONE,
  status: 'running',
  finishedAt: null,
  ...counts,
});

describe('the next attempt', () => {
  it('comes after twice as long each time, half of it more or less', () => {
    const delays = (random: number) => [1, 2, 3, 4].map((attempt) => secondsBeforeRetry(attempt, 4, random));
    expect(delays(0)).toEqual([2, 4, 8, 16]);
    expect(delays(0.5)).toEqual([4, 8, 16, 32]);
    expect(delays(1)).toEqual([6, 12, 24, 48]);
  });

  it('is never later than a queue can wait', () => {
    expect(secondsBeforeRetry(40, 4, 1)).toBe(12 * 3600);
  });
});

describe('the end of a job', () => {
  it('is a failure when nothing came of it, and only then', () => {
    expect(statusAtEnd({ ...NONE, failed: 2 })).toBe('failed');
    expect(statusAtEnd({ ...NONE, failed: 2, skipped: 1 })).toBe('done');
    expect(statusAtEnd({ ...NONE, failed: 2, done: 1 })).toBe('done');
    expect(statusAtEnd(NONE)).toBe('done');
  });
});

describe('words about a job', () => {
  it('name what there is, and nothing else', () => {
    expect(describeCounts({ ...NONE, done: 1200, failed: 1, waiting: 9 })).toBe(
      '1,200 done, 1 failed, 9 waiting',
    );
    expect(describeCounts(NONE)).toBe('');
    expect(dealtWith({ ...NONE, done: 1, skipped: 2, failed: 3, cancelled: 4, waiting: 5 })).toBe(6);
  });

  it('are said aloud at each quarter and at the end', () => {
    const said = [0, 1, 2, 3, 4, 5, 6, 7].map((done) => announce(progress({ total: 8, done })));
    expect(new Set(said)).toEqual(
      new Set(['', '25 percent are done.', '50 percent are done.', '75 percent are done.']),
    );
    expect(announce(progress({ status: 'done', total: 8, done: 7, failed: 1 }))).toBe(
      'Done: 7 done, 1 failed.',
    );
    expect(announce(progress({ status: 'done' }))).toBe('Done: nothing to do.');
  });

  it('tell how long in two units at most', () => {
    const spans = [0, 400, 8_000, 60_000, 125_000, 3_600_000, 4_320_000, 90_061_000];
    expect(spans.map(formatDuration)).toEqual([
      '0 s',
      '0 s',
      '8 s',
      '1 min',
      '2 min 5 s',
      '1 h',
      '1 h 12 min',
      '1 d 1 h',
    ]);
  });
});

describe('a message', () => {
  it('is what it was when it was first sent', () => {
    const sent = { v: 1, type: 'job-item', itemId: 7 };
    expect(Message.parse(sent)).toEqual(sent);
    for (const bad of [
      { ...sent, v: 2 },
      { ...sent, itemId: '7' },
      { ...sent, itemId: 0 },
      { v: 1 },
      null,
      'x',
    ])
      expect(Message.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  });
});
