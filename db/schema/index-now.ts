// Paths whose page appeared, moved or disappeared, to report to search engines (IndexNow).
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Written by triggers of articles and pages while the settings have an IndexNow key; deleted when submitted. */
export const indexNowPaths = pgTable(
  'index_now_paths',
  {
    path: text().primaryKey(),
    notedAt: timestamp('noted_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** Claims since the last change, including those of consumers that crashed. */
    tries: integer().notNull().default(0),
    /** While a consumer submits it, and until the next attempt. */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
  },
  (t) => [index('index_now_paths_noted').on(t.notedAt)],
);
