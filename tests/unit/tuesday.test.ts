// When Tuesday's letter is due, across the days on which clocks change.
import { describe, expect, it } from 'vitest';
import { dueIssue, nextTuesday, weekBefore } from '~/features/newsletter/issues/tuesday';

const NEW_YORK = 'America/New_York';
const due = (at: string, time = '09:00', zone = NEW_YORK) => dueIssue(new Date(at), time, zone)?.day ?? null;

describe('the hour of a Tuesday', () => {
  it.each([
    // Winter: five hours behind UTC.
    ['2026-03-03T13:59:59Z', null],
    ['2026-03-03T14:00:00Z', '2026-03-03'],
    // Clocks went forward on March 8: four hours.
    ['2026-03-10T12:59:59Z', null],
    ['2026-03-10T13:00:00Z', '2026-03-10'],
    // Clocks go back on November 1.
    ['2026-10-27T13:00:00Z', '2026-10-27'],
    ['2026-11-03T13:59:59Z', null],
    ['2026-11-03T14:00:00Z', '2026-11-03'],
    // Made up for until the day ends there, which is Wednesday in UTC.
    ['2026-11-04T04:59:00Z', '2026-11-03'],
    ['2026-11-04T05:00:00Z', null],
    ['2026-11-02T14:00:00Z', null],
  ])('at %s: %s', (at, day) => {
    expect(due(at)).toBe(day);
  });

  it('goes by the zone: Tuesday begins in Auckland while it is Monday in UTC', () => {
    expect(due('2026-11-23T20:00:00Z', '09:00', 'Pacific/Auckland')).toBe('2026-11-24');
    expect(due('2026-11-23T19:59:00Z', '09:00', 'Pacific/Auckland')).toBe(null);
  });

  it('comes once even where the clocks jump over it', () => {
    // No half past two on March 29 in Berlin, a Sunday; on Tuesday it is there.
    expect(due('2026-03-31T00:30:00Z', '02:30', 'Europe/Berlin')).toBe('2026-03-31');
  });
});

describe('the week of an issue', () => {
  it('begins where the one before ended, also in the weeks of 167 and 169 hours', () => {
    for (const [before, at] of [
      ['2026-03-03T14:00:00Z', '2026-03-10T13:00:00Z'],
      ['2026-10-27T13:00:00Z', '2026-11-03T14:00:00Z'],
      ['2026-06-02T13:00:00Z', '2026-06-09T13:00:00Z'],
    ] as const) {
      const { from, to } = weekBefore(new Date(at), '09:00', NEW_YORK);
      expect(to.toISOString()).toBe(new Date(at).toISOString());
      // Never later: what came in between would be told by no issue.
      expect(from.getTime()).toBeLessThanOrEqual(Date.parse(before));
      expect(from.getTime()).toBeGreaterThanOrEqual(Date.parse(before) - 3_600_000);
    }
  });
});

describe('the next issue', () => {
  it.each([
    ['2026-11-22T02:00:00Z', '2026-11-24'],
    ['2026-11-24T13:59:00Z', '2026-11-24'],
    ['2026-11-24T14:00:00Z', '2026-12-01'],
    ['2026-11-25T12:00:00Z', '2026-12-01'],
  ])('at %s is that of %s', (at, day) => {
    expect(nextTuesday(new Date(at), '09:00', NEW_YORK).day).toBe(day);
  });
});
