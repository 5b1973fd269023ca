// When an issue is due: Tuesdays at an hour of the magazine's zone, whatever its clocks do in spring and autumn.
import { addDays, DAY_MS } from '~/lib/days';
import { fromZonedInput, isoDayIn } from '~/lib/zoned-time';

const TUESDAY = 2;

const weekdayOf = (day: string) => new Date(`${day}T00:00Z`).getUTCDay();

/** The moment of a day (`2026-11-24`) and a time (`09:00`) in a zone. */
export function momentOf(day: string, time: string, timeZone: string): Date {
  return fromZonedInput(`${day}T${time}`, timeZone) ?? new Date(`${day}T${time}Z`);
}

/** The week that an issue tells of: from the same hour seven days before to this moment. */
export function weekBefore(moment: Date, time: string, timeZone: string): { from: Date; to: Date } {
  const day = isoDayIn(moment, timeZone);
  const start = momentOf(addDays(day, -7), time, timeZone);
  // Early on the day: the week began at this very time, not later.
  const from = new Date(Math.min(start.getTime(), moment.getTime() - 7 * DAY_MS));
  return { from, to: moment };
}

/** Today's issue when its hour has come: a trigger later that day makes up for a missed one. Null on any other day. */
export function dueIssue(now: Date, time: string, timeZone: string): { day: string; moment: Date } | null {
  const day = isoDayIn(now, timeZone);
  if (weekdayOf(day) !== TUESDAY) return null;
  const moment = momentOf(day, time, timeZone);
  return moment.getTime() <= now.getTime() ? { day, moment } : null;
}

/** The next Tuesday whose hour has not come yet. */
export function nextTuesday(now: Date, time: string, timeZone: string): { day: string; moment: Date } {
  const today = isoDayIn(now, timeZone);
  let day = addDays(today, (TUESDAY - weekdayOf(today) + 7) % 7);
  if (momentOf(day, time, timeZone).getTime() <= now.getTime()) day = addDays(day, 7);
  return { day, moment: momentOf(day, time, timeZone) };
}
