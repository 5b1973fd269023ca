// The period of an ad: stored as moments, chosen as days in the site's time zone.
import { fromZonedInput, isoDayIn, startOfNextDay } from '~/lib/time/zoned-time';

interface AdPeriod {
  startsAt: Date | null;
  /** Exclusive: midnight after the last day. */
  endsAt: Date | null;
}

interface AdDays {
  startDate: string | null;
  /** Inclusive. */
  endDate: string | null;
}

export const lastMomentOf = ({ endsAt }: AdPeriod): Date | null => endsAt && new Date(endsAt.getTime() - 1);

export function toAdDays(period: AdPeriod, timeZone: string): AdDays {
  const day = (moment: Date | null) => moment && isoDayIn(moment, timeZone);
  return { startDate: day(period.startsAt), endDate: day(lastMomentOf(period)) };
}

/** Unchanged days keep their stored moments, which may begin and end at midnight in an earlier time zone. */
export function toPeriod(
  { startDate, endDate }: AdDays,
  timeZone: string,
  stored: AdPeriod | null,
): AdPeriod {
  const startOf = (day: string | null) => day && fromZonedInput(`${day}T00:00`, timeZone);
  const before = stored ?? { startsAt: null, endsAt: null };
  const shown = toAdDays(before, timeZone);
  const lastDay = startOf(endDate);
  const startsAt = startOf(startDate) || null;
  const endsAt = lastDay ? startOfNextDay(lastDay, timeZone) : null;
  return {
    startsAt: shown.startDate === startDate ? before.startsAt : startsAt,
    endsAt: shown.endDate === endDate ? before.endsAt : endsAt,
  };
}
