// Publication times of demo articles.
import { createHash } from 'node:crypto';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 12:00 to 20:59 UTC is a working day in New York, the default time zone of the site. */
const WORKDAY = { opens: 12, hours: 9 };

/**
 * The time `daysAgo` days before `now`, at an hour derived from the slug; for today two to three hours ago.
 * Never in the future. A greater `daysAgo` is always earlier, even just after midnight, because yesterday's
 * articles end before 21:00 UTC.
 */
export function publicationTime(slug: string, daysAgo: number, now: Date): Date {
  const chance = createHash('sha256').update(slug).digest().readUInt32BE();
  const withinTheHour = chance % HOUR;
  if (daysAgo === 0) return new Date(now.getTime() - 2 * HOUR - withinTheHour);
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const hour = WORKDAY.opens + (Math.floor(chance / HOUR) % WORKDAY.hours);
  return new Date(midnight - daysAgo * DAY + hour * HOUR + withinTheHour);
}
