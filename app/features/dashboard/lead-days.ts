// A row of days without gaps. Pure.
import type { LeadDay } from './dashboard-view';

const DAY_MS = 24 * 3600 * 1000;

/** The `count` days up to today in the zone, oldest first; days that `counted` lacks have none. */
export function fillDays(counted: readonly LeadDay[], now: Date, timeZone: string, count: number): LeadDay[] {
  const found = new Map(counted.map(({ day, leads }) => [day, leads]));
  // sv-SE writes dates as 2026-11-21.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  // Counted in UTC from the zone's date, so that no summer time makes a day twice.
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, leads: found.get(day) ?? 0 };
  });
}
