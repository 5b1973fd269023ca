// What readers search for, without personal data: counts per day, and keyed hashes until the day is over.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { articles } from './articles';

/** One row per query and day, kept for 13 months. */
export const searchCounts = pgTable(
  'search_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** In the magazine's time zone. */
    day: date().notNull(),
    /** In lower case, without accents and punctuation. */
    query: text().notNull(),
    searches: integer().notNull().default(0),
    /** How many of the searches found nothing. */
    empty: integer().notNull().default(0),
    /** Distinct callers on this day. */
    callers: integer().notNull().default(0),
  },
  (t) => [
    unique('search_counts_once').on(t.day, t.query),
    // Only queries that three callers shared on one day are shown.
    index('search_counts_shared').on(t.query).where(sql`${t.callers} >= 3`),
    check('search_counts_query_length', sql`length(${t.query}) between 2 and 100`),
    check('search_counts_empty', sql`${t.empty} between 0 and ${t.searches}`),
  ],
);

/** Which results of a query were opened on a day. */
export const searchOpens = pgTable(
  'search_opens',
  {
    countId: bigint('count_id', { mode: 'number' })
      .notNull()
      .references(() => searchCounts.id, { onDelete: 'cascade' }),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    opens: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.countId, t.articleId] }), index('search_opens_article').on(t.articleId)],
);

/**
 * Recognizes a caller who repeats a query on the same day. The keyed hash covers caller, day and query, so that rows reveal
 * neither and two queries of one caller have nothing in common. Deleted when the day is over.
 */
export const searchCallers = pgTable(
  'search_callers',
  { hash: text().primaryKey(), day: date().notNull() },
  (t) => [index('search_callers_day').on(t.day)],
);
