// When Tuesday's issue is due, including when clocks change.
import { describe, expect, it } from 'vitest';
import { dueIssue, nextTuesday, staysScheduled, weekBefore } from '~/features/newsletter/issues/send-time';

const NEW_YORK = 'America/New_York';
const due = (at: string, time = '09:00', zone = NEW_YORK) => dueIssue(new Date(at), time, zone)?.day ?? null;

describe('send time', () => {
  it.each([
    // Winter: five hours behind UTC.
    ['2026-03-03T13:59:59Z', null],
    ['2026-03-03T14:00:00Z', '2026-03-03'],
    // Clocks went forward on March 8: four hours behind UTC.
    ['2026-03-10T12:59:59Z', null],
    ['2026-03-10T13:00:00Z', '2026-03-10'],
    // Clocks go back on November 1.
    ['2026-10-27T13:00:00Z', '2026-10-27'],
    ['2026-11-03T13:59:59Z', null],
    ['2026-11-03T14:00:00Z', '2026-11-03'],
    // A late issue is sent until the end of Tuesday in New York, which is Wednesday in UTC.
    ['2026-11-04T04:59:00Z', '2026-11-03'],
    ['2026-11-04T05:00:00Z', null],
    ['2026-11-02T14:00:00Z', null],
  ])('at %s: %s', (at, day) => {
    expect(due(at)).toBe(day);
  });

  it.each([
    ['2026-11-02T12:00:00Z', '2026-11-03', true],
    // Its time has passed, but a later cron run on the same day sends it.
    ['2026-11-03T20:00:00Z', '2026-11-03', true],
    ['2026-11-04T04:59:00Z', '2026-11-03', true],
    ['2026-11-04T05:00:00Z', '2026-11-03', false],
    ['2026-11-02T12:00:00Z', '2026-11-04', false],
  ])('at %s an issue of %s stays scheduled: %s', (at, day, expected) => {
    expect(staysScheduled(day, new Date(at), NEW_YORK)).toBe(expected);
  });

  it('uses the time zone: Tuesday starts in Auckland while it is Monday in UTC', () => {
    expect(due('2026-11-23T20:00:00Z', '09:00', 'Pacific/Auckland')).toBe('2026-11-24');
    expect(due('2026-11-23T19:59:00Z', '09:00', 'Pacific/Auckland')).toBe(null);
  });

  it('occurs once even if the clocks skip it', () => {
    // 02:30 does not exist in Berlin on Sunday, March 29, but does on Tuesday.
    expect(due('2026-03-31T00:30:00Z', '02:30', 'Europe/Berlin')).toBe('2026-03-31');
  });
});

describe('period of an issue', () => {
  it('starts where the previous one ended, also in weeks of 167 and 169 hours', () => {
    for (const [before, at] of [
      ['2026-03-03T14:00:00Z', '2026-03-10T13:00:00Z'],
      ['2026-10-27T13:00:00Z', '2026-11-03T14:00:00Z'],
      ['2026-06-02T13:00:00Z', '2026-06-09T13:00:00Z'],
    ] as const) {
      const { from, to } = weekBefore(new Date(at), '09:00', NEW_YORK);
      expect(to.toISOString()).toBe(new Date(at).toISOString());
      // Never later, or articles in between would be in no issue.
      expect(from.getTime()).toBeLessThanOrEqual(Date.parse(before));
      expect(from.getTime()).toBeGreaterThanOrEqual(Date.parse(before) - 3_600_000);
    }
  });
});

describe('next issue', () => {
  it.each([
    ['2026-11-22T02:00:00Z', '2026-11-24'],
    ['2026-11-24T13:59:00Z', '2026-11-24'],
    ['2026-11-24T14:00:00Z', '2026-12-01'],
    ['2026-11-25T12:00:00Z', '2026-12-01'],
  ])('at %s is the issue of %s', (at, day) => {
    expect(nextTuesday(new Date(at), '09:00', NEW_YORK).day).toBe(day);
  });
});
