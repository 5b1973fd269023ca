// Formats dates in the magazine's time zone, independent of the zone of the server and the reader.

export const HOUR_MS = 3_600_000;
/** For spans such as "kept for 30 days". Calendar days can have 23 or 25 hours: see `startOfNextDay`. */
export const DAY_MS = 24 * HOUR_MS;

/** The calendar day a number of days later or earlier. Computed in UTC, so daylight saving has no effect. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, month: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${timeZone} ${month}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { timeZone, month, day: 'numeric', year: 'numeric' });
    formatters.set(key, found);
  }
  return found;
}

const MAX_FORMATTED = 5_000;
/** Per time zone, because each page formats the dates of the same articles again. */
const formatted = new Map<string, Map<number, string>>();

/** For example `Jan 5, 2025`. */
export function formatDate(date: Date, timeZone: string): string {
  const ofZone = formatted.get(timeZone) ?? new Map<number, string>();
  formatted.set(timeZone, ofZone);
  const found = ofZone.get(date.getTime());
  if (found !== undefined) return found;
  const text = formatter(timeZone, 'short').format(date);
  if (ofZone.size >= MAX_FORMATTED) ofZone.clear();
  ofZone.set(date.getTime(), text);
  return text;
}

/** For example `January 5, 2025`. */
export function formatLongDate(date: Date, timeZone: string): string {
  return formatter(timeZone, 'long').format(date);
}

/** Formats a day such as `2026-11-21` as `Nov 21, 2026`, or `Nov 21` without the year. */
export function formatDay(day: string, withYear = true): string {
  const text = formatDate(new Date(`${day}T00:00:00Z`), 'UTC');
  return withYear ? text : text.slice(0, -', 2026'.length);
}

const momentFormatters = new Map<string, Intl.DateTimeFormat>();

/** For example `Jan 5, 2025, 2:05 PM`. */
export function formatMoment(date: Date, timeZone: string): string {
  let found = momentFormatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    momentFormatters.set(timeZone, found);
  }
  // Newer engines put a narrow no-break space before AM and PM, older ones a normal space.
  return found.format(date).replace(/\u202f/g, ' ');
}

/** Time zone offsets are multiples of 15 minutes, so the year cannot change within such an interval. */
const QUARTER_MS = 15 * 60_000;
let lastYear = { quarter: Number.NaN, timeZone: '', year: 0 };

/** The current year in a time zone. Every public page needs it, so the last result is cached. */
export function yearIn(date: Date, timeZone: string): number {
  const quarter = Math.floor(date.getTime() / QUARTER_MS);
  if (lastYear.quarter !== quarter || lastYear.timeZone !== timeZone)
    lastYear = { quarter, timeZone, year: Number(formatDate(date, timeZone).slice(-4)) };
  return lastYear.year;
}

/** Whether the runtime supports a time zone, because an unsupported one would make pages fail. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** For example `2026-01-31 14:05:09`, which sorts as text and which spreadsheets can parse. */
export function formatZonedTime(date: Date, timeZone: string): string {
  const day = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  let found = zonedFormatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-CA', { ...day, ...time });
    zonedFormatters.set(timeZone, found);
  }
  return found.format(date).replace(', ', ' ');
}

const zonedFormatters = new Map<string, Intl.DateTimeFormat>();

const DAY = /^([1-9]\d{3})-\d\d-\d\d$/;

/**
 * Validates a calendar day such as `2026-11-21`. Excludes the year 9999, after which PostgreSQL dates get a
 * fifth digit.
 */
export function isDay(text: string): boolean {
  const year = DAY.exec(text)?.[1];
  const day = new Date(`${text}T00:00Z`);
  return (
    year !== undefined &&
    year !== '9999' &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(text)
  );
}

/** Formats a duration: `8 s`, `2 min 5 s`, `1 h 12 min`, `3 d 4 h`. */
export function formatDuration(milliseconds: number): string {
  const all = Math.max(0, Math.round(milliseconds / 1000));
  const parts: [count: number, unit: string][] = [
    [Math.floor(all / 86_400), 'd'],
    [Math.floor(all / 3600) % 24, 'h'],
    [Math.floor(all / 60) % 60, 'min'],
    [all % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
