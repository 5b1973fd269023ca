// Dates as the magazine shows them: in its own time zone, whatever the server's or the reader's.

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

/** `Jan 5, 2025`. */
export function formatDate(date: Date, timeZone: string): string {
  return formatter(timeZone, 'short').format(date);
}

/** `January 5, 2025`. */
export function formatLongDate(date: Date, timeZone: string): string {
  return formatter(timeZone, 'long').format(date);
}

/** A calendar day such as `2026-11-21`: `Nov 21, 2026`, or `Nov 21`. */
export function formatDay(day: string, withYear = true): string {
  const words = formatDate(new Date(`${day}T00:00:00Z`), 'UTC');
  return withYear ? words : words.slice(0, -', 2026'.length);
}

const momentFormatters = new Map<string, Intl.DateTimeFormat>();

/** `Jan 5, 2025, 2:05 PM`. */
export function formatMoment(date: Date, timeZone: string): string {
  let found = momentFormatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    momentFormatters.set(timeZone, found);
  }
  // Newer engines put a narrow space before AM and PM, older ones a plain one.
  return found.format(date).replace(/\u202f/g, ' ');
}

/** Zones are whole quarters of an hour apart, so a year changes nowhere within one. */
const QUARTER_MS = 15 * 60_000;
let lastYear = { quarter: Number.NaN, timeZone: '', year: 0 };

/** The year that it is in a time zone. Every page of readers asks, so the last answer is kept. */
export function yearIn(date: Date, timeZone: string): number {
  const quarter = Math.floor(date.getTime() / QUARTER_MS);
  if (lastYear.quarter !== quarter || lastYear.timeZone !== timeZone)
    lastYear = { quarter, timeZone, year: Number(formatDate(date, timeZone).slice(-4)) };
  return lastYear.year;
}

/** A stored or configured zone that the runtime does not know must not fail a page. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `2026-01-31 14:05:09`: sorts as text, and spreadsheets read it. */
export function zonedStamp(date: Date, timeZone: string): string {
  const day = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  let found = stampFormatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-CA', { ...day, ...time });
    stampFormatters.set(timeZone, found);
  }
  return found.format(date).replace(', ', ' ');
}

const stampFormatters = new Map<string, Intl.DateTimeFormat>();

const DAY = /^([1-9]\d{3})-\d\d-\d\d$/;

/** `2026-11-21`, a day of the calendar. Of the year 9999 none: what is counted on from it is no date that a database reads. */
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
