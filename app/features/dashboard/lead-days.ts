// A row of days without gaps. Pure.
import { addDays } from '~/lib/days';
import { isoDayIn } from '~/lib/zoned-time';
import type { LeadDay } from './dashboard-view';

/** The `count` days up to today in the zone, oldest first; days that `counted` lacks have none. */
export function fillDays(counted: readonly LeadDay[], now: Date, timeZone: string, count: number): LeadDay[] {
  const found = new Map(counted.map(({ day, leads }) => [day, leads]));
  const today = isoDayIn(now, timeZone);
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(today, index - count + 1);
    return { day, leads: found.get(day) ?? 0 };
  });
}
