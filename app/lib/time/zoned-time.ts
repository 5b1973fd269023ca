// Converts between moments and local times in form fields, such as `2026-03-08T09:30`.
import { addDays, DAY_MS, isDay } from './dates';

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/** The value of a `datetime-local` field for a moment. */
export function toZonedInput(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString().slice(0, 16);
}

/**
 * The moment of a local time in `timeZone`; null for an invalid date. A time that daylight saving skips
 * becomes one hour later; of two equal times in autumn, the first is used.
 */
export function fromZonedInput(text: string, timeZone: string): Date | null {
  const [, year, month, day, hour, minute] = WRITTEN.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day || hour === undefined || minute === undefined) return null;
  if (!isDay(text.slice(0, 10))) return null;
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  if (new Date(wall).toISOString().slice(0, 16) !== text.slice(0, 16)) return null;
  const offsets = [offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)] as const;
  const exact = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at, timeZone) === wall);
  return new Date(exact.length > 0 ? Math.min(...exact) : wall - offsets[0]);
}

/** Cached: creating a formatter takes longer than formatting a hundred dates. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const found =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, found);
  return found;
}

/** A zone's offset from UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return wall - Math.floor(moment / 1000) * 1000;
}

/** The calendar day in a zone, such as `2026-03-08`. */
export function isoDayIn(moment: Date, timeZone: string): string {
  return toZonedInput(moment, timeZone).slice(0, 10);
}

/** The moment at which the next day begins in a zone. */
export function startOfNextDay(moment: Date, timeZone: string): Date {
  const tomorrow = addDays(isoDayIn(moment, timeZone), 1);
  return fromZonedInput(`${tomorrow}T00:00`, timeZone) ?? new Date(moment.getTime() + DAY_MS);
}
