// Settings of the readership figures.
import { z } from 'zod';
import { Checkbox } from '~/lib/parse-input';

export const MAX_LOG_DAYS = 400;
export const MIN_LOG_DAYS = 7;
export const MAX_POPULAR = 12;
/** Articles of "Most read". */
export const MOST_READ_SHOWN = 5;
/** The row of these settings. */
export const READERSHIP_KEY = 'readership';

export const ReadershipSettings = z.object({
  /** How long single page views are kept. Totals are kept indefinitely. */
  logDays: z.int().min(MIN_LOG_DAYS).max(MAX_LOG_DAYS).default(90),
  /** Who decides which articles are popular: editors, or the engaged minutes of the last seven days. */
  popular: z.enum(['chosen', 'computed']).default('chosen'),
  /** How many articles a computed list has. */
  popularCount: z.int().min(1).max(MAX_POPULAR).default(5),
  /** Shows "Most read" on the home page and on articles. */
  showMostRead: z.boolean().default(false),
  /** Sends editors a summary on Mondays. */
  weeklyEmail: z.boolean().default(true),
});
export type ReadershipSettings = z.infer<typeof ReadershipSettings>;

export const DEFAULT_READERSHIP: ReadershipSettings = ReadershipSettings.parse({});

function wholeNumber(message: string, least: number, most: number) {
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
}

/** Form input. */
export const ReadershipSettingsInput = z.object({
  logDays: wholeNumber(
    `Days must be a number from ${MIN_LOG_DAYS} to ${MAX_LOG_DAYS}`,
    MIN_LOG_DAYS,
    MAX_LOG_DAYS,
  ),
  popular: z.enum(['chosen', 'computed'], 'Choose how popular articles are selected'),
  popularCount: wholeNumber(`Articles must be a number from 1 to ${MAX_POPULAR}`, 1, MAX_POPULAR),
  showMostRead: Checkbox,
  weeklyEmail: Checkbox,
});
