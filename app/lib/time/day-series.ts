// Series of days for charts.
import { addDays } from './dates';

interface Day {
  /** `2026-11-21`. */
  day: string;
}

/** Every day from `first` to `last`; days missing from `counted` get the figures of `none`. */
export function fillSeries<Figures>(
  counted: readonly (Day & Figures)[],
  first: string,
  last: string,
  none: Figures,
): (Day & Figures)[] {
  const found = new Map(counted.map((day) => [day.day, day]));
  const days: (Day & Figures)[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(found.get(day) ?? { ...none, day });
  return days;
}

/** The days that a bar of a chart covers. */
export type DayBar<Figures> = Figures & { first: string; last: string };

/** Groups days into at most `most` bars of equal size; the first bar can cover fewer days. */
export function toBars<Figures>(
  days: readonly (Day & Figures)[],
  most: number,
  addUp: (days: readonly Figures[]) => Figures,
): DayBar<Figures>[] {
  const size = Math.max(1, Math.ceil(days.length / most));
  const bars: DayBar<Figures>[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const some = days.slice(Math.max(0, end - size), end);
    bars.unshift({ ...addUp(some), first: some[0]?.day ?? '', last: some.at(-1)?.day ?? '' });
  }
  return bars;
}

/** The last day of a series up to today. A day counted under another time zone setting can be later. */
export const latestDay = (today: string, counted = today): string => (counted > today ? counted : today);
