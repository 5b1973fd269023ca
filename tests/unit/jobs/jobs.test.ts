// Rules of jobs: retry delays, final status and texts.
import { describe, expect, it } from 'vitest';
import { secondsBeforeRetry } from '~/features/jobs/attempts';
import { countProcessed, type JobProgress, statusAtEnd } from '~/features/jobs/job';
import { announce, describeCounts } from '~/features/jobs/job-text';
import { formatDuration } from '~/lib/time/dates';
import { Message } from '~/platform/messages';

const NONE = { total: 0, waiting: 0, running: 0, done: 0, skipped: 0, failed: 0, cancelled: 0 };
const progress = (counts: Partial<JobProgress>): JobProgress => ({
  ...NONE,
  status: 'running',
  finishedAt: null,
  ...counts,
});

describe('retry delay', () => {
  it('doubles each time, plus or minus half', () => {
    const delays = (random: number) => [1, 2, 3, 4].map((attempt) => secondsBeforeRetry(attempt, 4, random));
    expect(delays(0)).toEqual([2, 4, 8, 16]);
    expect(delays(0.5)).toEqual([4, 8, 16, 32]);
    expect(delays(1)).toEqual([6, 12, 24, 48]);
  });

  it('is never longer than a queue can delay', () => {
    expect(secondsBeforeRetry(40, 4, 1)).toBe(12 * 3600);
    expect(secondsBeforeRetry(1, 4, 0.5, 24 * 3600)).toBe(12 * 3600);
  });

  it('is as long as a provider asks for', () => {
    expect(secondsBeforeRetry(1, 4, 0.5, 60)).toBe(60);
    expect(secondsBeforeRetry(4, 4, 0.5, 3)).toBe(32);
  });
});

describe('final status', () => {
  it('is a failure only if nothing succeeded', () => {
    expect(statusAtEnd({ ...NONE, failed: 2 })).toBe('failed');
    expect(statusAtEnd({ ...NONE, failed: 2, skipped: 1 })).toBe('done');
    expect(statusAtEnd({ ...NONE, failed: 2, done: 1 })).toBe('done');
    expect(statusAtEnd(NONE)).toBe('done');
  });
});

describe('job texts', () => {
  it('name only counts that are not zero', () => {
    expect(describeCounts({ ...NONE, done: 1200, failed: 1, waiting: 9 })).toBe(
      '1,200 done, 1 failed, 9 waiting',
    );
    expect(describeCounts(NONE)).toBe('');
    expect(countProcessed({ ...NONE, done: 1, skipped: 2, failed: 3, cancelled: 4, waiting: 5 })).toBe(6);
  });

  it('are announced at each quarter and at the end', () => {
    const announcements = [0, 1, 2, 3, 4, 5, 6, 7].map((done) => announce(progress({ total: 8, done })));
    expect(new Set(announcements)).toEqual(
      new Set(['', '25 percent done.', '50 percent done.', '75 percent done.']),
    );
    expect(announce(progress({ status: 'done', total: 8, done: 7, failed: 1 }))).toBe(
      'Done: 7 done, 1 failed.',
    );
    expect(announce(progress({ status: 'done' }))).toBe('Done: nothing to do.');
  });

  it('give durations in at most two units', () => {
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

describe('queue message', () => {
  it('is unchanged when it is sent again', () => {
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
