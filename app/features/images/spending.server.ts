// The daily cap on what generating may cost: money is reserved before it is spent.
import { readSiteSettings } from '~/features/settings/settings.server';
import { TooManyError } from '~/lib/errors';
import { isoDayIn, startOfNextDay } from '~/lib/zoned-time';
import type { AppContext } from '~/platform/context';
import { formatDollars, MILLIONTHS } from './money';
import { giveBack, reserve, selectSpentAround } from './spending-repo.server';

type SpendingContext = Pick<AppContext, 'db' | 'clock'>;

export interface Spending {
  /** Millionths of a US dollar, both. */
  spent: number;
  cap: number;
}

const toCap = (settings: { imageDailyCap: number }) => Math.round(settings.imageDailyCap * MILLIONTHS);

/** Today's, in the magazine's time zone. */
export async function getSpending({ db, clock }: SpendingContext): Promise<Spending> {
  const now = clock.now();
  const [settings, days] = await Promise.all([
    readSiteSettings({ db }),
    db.read(selectSpentAround(db.build, now)),
  ]);
  const today = isoDayIn(now, settings.timeZone);
  return { spent: days.find(({ day }) => day === today)?.spent ?? 0, cap: toCap(settings) };
}

/**
 * Counts `price` as spent today.
 * @returns takes it back, for what turned out to cost nothing
 * @throws TooManyError when that would be more than the cap
 */
export async function reserveMoney(ctx: SpendingContext, price: number): Promise<() => Promise<void>> {
  const { db, clock } = ctx;
  if (price === 0) return async () => {};
  const settings = await readSiteSettings(ctx);
  const now = clock.now();
  const day = isoDayIn(now, settings.timeZone);
  const cap = toCap(settings);
  const [reserved] = await db.write(reserve(db.build, day, price, cap));
  if (reserved.rows.length === 0) {
    const wait = startOfNextDay(now, settings.timeZone).getTime() - now.getTime();
    throw new TooManyError(
      `Today’s spending cap of ${formatDollars(cap)} for images is reached. Raise it in Settings, or go on tomorrow.`,
      Math.ceil(wait / 1000),
    );
  }
  return async () => {
    await db.write(giveBack(db.build, day, price));
  };
}
