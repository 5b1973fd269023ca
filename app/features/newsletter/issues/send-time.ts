// When an issue is due: Tuesdays at a set time in the site's time zone, across daylight saving changes.
import { addDays, DAY_MS } from '~/lib/time/dates';
import { fromZonedInput, isoDayIn } from '~/lib/time/zoned-time';

const TUESDAY = 2;

const weekdayOf = (day: string) => new Date(`${day}T00:00Z`).getUTCDay();

/** The instant of a day (`2026-11-24`) and time (`09:00`) in a time zone. */
export function momentOf(day: string, time: string, timeZone: string): Date {
  return fromZonedInput(`${day}T${time}`, timeZone) ?? new Date(`${day}T${time}Z`);
}

/** The week an issue covers: from the same time seven days earlier up to this moment. */
export function weekBefore(moment: Date, time: string, timeZone: string): { from: Date; to: Date } {
  const day = isoDayIn(moment, timeZone);
  const start = momentOf(addDays(day, -7), time, timeZone);
  // Sent before the usual time: cover a full seven days.
  const from = new Date(Math.min(start.getTime(), moment.getTime() - 7 * DAY_MS));
  return { from, to: moment };
}

/**
 * Today's issue, once its time has come; a later cron run the same day makes up for a missed one. Null on
 * other days.
 */
export function dueIssue(now: Date, time: string, timeZone: string): { day: string; moment: Date } | null {
  const day = isoDayIn(now, timeZone);
  if (weekdayOf(day) !== TUESDAY) return null;
  const moment = momentOf(day, time, timeZone);
  return moment.getTime() <= now.getTime() ? { day, moment } : null;
}

/** Whether `dueIssue` will still return this day. */
export function staysScheduled(day: string, now: Date, timeZone: string): boolean {
  return weekdayOf(day) === TUESDAY && day >= isoDayIn(now, timeZone);
}

/** The next Tuesday whose sending time is in the future. */
export function nextTuesday(now: Date, time: string, timeZone: string): { day: string; moment: Date } {
  const today = isoDayIn(now, timeZone);
  let day = addDays(today, (TUESDAY - weekdayOf(today) + 7) % 7);
  if (momentOf(day, time, timeZone).getTime() <= now.getTime()) day = addDays(day, 7);
  return { day, moment: momentOf(day, time, timeZone) };
}
