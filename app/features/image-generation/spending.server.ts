// The daily cap on image generation: the price is reserved before the provider is called.
import { readSiteSettings } from '~/features/settings/settings.server';
import { TooManyError } from '~/lib/errors';
import { isoDayIn, startOfNextDay } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import { formatDollars, MILLIONTHS } from './images-view';
import { refundSpending, reserveSpending, selectSpentAround } from './spending-repo.server';

type SpendingContext = Pick<AppContext, 'db' | 'clock'>;

export interface Spending {
  /** Millionths of a US dollar, both. */
  spent: number;
  cap: number;
}

const toCap = (settings: { imageDailyCap: number }) => Math.round(settings.imageDailyCap * MILLIONTHS);

/** Spending today, in the site's time zone. */
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
 * Adds `price` to today's spending.
 * @param price in millionths of a US dollar
 * @returns a function that refunds it, for a request that was not charged
 * @throws TooManyError when the price does not fit under the cap
 */
export async function reservePrice(ctx: SpendingContext, price: number): Promise<() => Promise<void>> {
  const { db, clock } = ctx;
  if (price === 0) return async () => {};
  const settings = await readSiteSettings(ctx);
  const now = clock.now();
  const day = isoDayIn(now, settings.timeZone);
  const cap = toCap(settings);
  const reserved = await db.writeOne(reserveSpending(db.build, day, price, cap));
  if (reserved.rows.length === 0) {
    const wait = startOfNextDay(now, settings.timeZone).getTime() - now.getTime();
    throw new TooManyError(
      `Today’s spending cap of ${formatDollars(cap)} for images has been reached. Raise it in Settings, or continue tomorrow.`,
      Math.ceil(wait / 1000),
    );
  }
  return async () => {
    await db.write(refundSpending(db.build, day, price));
  };
}
