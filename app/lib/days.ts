// Spans of time in milliseconds, and days of the calendar such as `2026-11-21`.

export const HOUR_MS = 3_600_000;
/** Of a span such as "kept for 30 days". A day of a time zone may have an hour more or less: `startOfNextDay`. */
export const DAY_MS = 24 * HOUR_MS;

/** The day so many days later, or earlier. No summer time makes one twice: it is counted in UTC. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}
