// Page views, what they led to, and their totals (docs/decisions/0037-readership.md).
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
/** How many times something was counted. */
const figure = (name: string) => integer(name).notNull().default(0);

/**
 * Stored events that are not counted yet. No references and no other unique keys, so that nothing rejects an event.
 * `count_reading` (db/functions/readership.sql) moves them to the log.
 */
export const readingBeacons = pgTable('reading_beacons', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  viewId: uuid('view_id').notNull(),
  kind: text({ enum: ['view', 'progress', 'sign_up'] }).notNull(),
  /** `StoredView` or `ViewProgress` (features/readership/tracking/reading-event.ts); of a sign-up its `form` and `article`. */
  data: jsonb().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** The log: one row per page view, kept for 90 days by default. No foreign keys, so that deleted articles keep their counts. */
export const pageViews = pgTable(
  'page_views',
  {
    id: uuid().primaryKey(),
    startedAt: moment('started_at').notNull(),
    /** When the reader's last report arrived. */
    seenAt: moment('seen_at').notNull(),
    /** Day and hour of the start, in the site's time zone when it was counted. */
    day: date().notNull(),
    hour: smallint().notNull(),
    page: text().notNull(),
    articleId: uuid('article_id'),
    sourceKind: text('source_kind').notNull(),
    source: text().notNull(),
    device: text().notNull(),
    /** An ISO 3166 code such as `US`; empty if unknown. */
    country: text().notNull(),
    /** A keyed hash that is the same for a reader's views of one day. Removed when the day is over. */
    reader: text(),
    /** The reader's first view on this day, of any page and of this article. */
    isFirst: boolean('is_first').notNull(),
    isFirstOfArticle: boolean('is_first_of_article').notNull(),
    engagedSeconds: integer('engaged_seconds').notNull(),
    /** The deepest quarter of the article's text that was reached, 0 to 4. */
    quarter: smallint().notNull(),
  },
  (t) => [
    index('page_views_day').on(t.day),
    index('page_views_seen').on(t.seenAt),
    index('page_views_reader').on(t.reader, t.articleId).where(sql`${t.reader} is not null`),
    // Those of past days, whose hashes are removed: `clearReaderHashes` in features/readership/tracking/reading-repo.server.ts.
    index('page_views_with_reader').on(t.day).where(sql`${t.reader} is not null`),
    check('page_views_hour', sql`${t.hour} between 0 and 23`),
    check('page_views_quarter', sql`${t.quarter} between 0 and 4`),
    check('page_views_seconds', sql`${t.engagedSeconds} >= 0`),
  ],
);

/** The log of what views led to: each kind and target once per view. */
export const readingOutcomes = pgTable(
  'reading_outcomes',
  {
    viewId: uuid('view_id').notNull(),
    kind: text({ enum: ['sign_up', 'cta_view', 'cta_click', 'save', 'share', 'search'] }).notNull(),
    /** The form of a sign-up, the id of a call to action; empty otherwise. */
    target: text().notNull(),
    articleId: uuid('article_id'),
    at: moment('at').notNull(),
    day: date().notNull(),
    hour: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.viewId, t.kind, t.target] }),
    index('reading_outcomes_day').on(t.day),
    check(
      'reading_outcomes_kind_known',
      sql`${t.kind} in ('sign_up', 'cta_view', 'cta_click', 'save', 'share', 'search')`,
    ),
  ],
);

/** The figures of a set of views. `quarter2` counts views that reached the second quarter or a later one. */
const viewFigures = () => ({
  views: figure('views'),
  /**
   * Readers per day: each counts once, in the row of their first view of that article (or of the site, in `reading_hours`).
   * Add up rows of one article only.
   */
  readers: figure('readers'),
  engagedSeconds: bigint('engaged_seconds', { mode: 'number' }).notNull().default(0),
  quarter1: figure('quarter1'),
  quarter2: figure('quarter2'),
  quarter3: figure('quarter3'),
  quarter4: figure('quarter4'),
  signUps: figure('sign_ups'),
});

/** Totals by article or page, day, source and device. */
export const readingTotals = pgTable(
  'reading_totals',
  {
    day: date().notNull(),
    page: text().notNull(),
    articleId: uuid('article_id'),
    sourceKind: text('source_kind').notNull(),
    source: text().notNull(),
    device: text().notNull(),
    ...viewFigures(),
  },
  (t) => [
    unique('reading_totals_once')
      .on(t.articleId, t.day, t.page, t.sourceKind, t.source, t.device)
      .nullsNotDistinct(),
    index('reading_totals_day').on(t.day),
  ],
);

/** Totals by article and day. */
export const readingDays = pgTable(
  'reading_days',
  {
    articleId: uuid('article_id').notNull(),
    day: date().notNull(),
    ...viewFigures(),
    saves: figure('saves'),
    shares: figure('shares'),
    ctaClicks: figure('cta_clicks'),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.day] }),
    // The most read articles of a day: features/readership/reports/ranking-repo.server.ts.
    index('reading_days_engaged').on(t.day, t.engagedSeconds.desc().nullsFirst(), t.articleId),
    index('reading_days_views').on(t.day, t.views.desc().nullsFirst(), t.articleId),
  ],
);

/** Totals of all pages by day and hour. The quarters are those of article views. */
export const readingHours = pgTable(
  'reading_hours',
  {
    day: date().notNull(),
    hour: smallint().notNull(),
    articleViews: figure('article_views'),
    ...viewFigures(),
  },
  (t) => [primaryKey({ columns: [t.day, t.hour] })],
);

/** Totals by day and one property of the view, or of its article when it was counted. */
export const readingGroups = pgTable(
  'reading_groups',
  {
    day: date().notNull(),
    /** `source` contains all sources; `referrer`, `campaign` and `newsletter` contain some of them again. */
    kind: text({
      enum: [
        'source',
        'referrer',
        'campaign',
        'newsletter',
        'device',
        'country',
        'page',
        'category',
        'author',
        'tag',
      ],
    }).notNull(),
    /**
     * For a source, its kind and name separated by a tab. For a category, an author and a tag, its id; empty for an article
     * without a category or an author.
     */
    name: text().notNull(),
    views: figure('views'),
    engagedSeconds: bigint('engaged_seconds', { mode: 'number' }).notNull().default(0),
    signUps: figure('sign_ups'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.name, t.day] }),
    // Same definitions as in reading_days.
    index('reading_groups_engaged').on(t.kind, t.day, t.engagedSeconds.desc().nullsFirst(), t.name),
    index('reading_groups_views').on(t.kind, t.day, t.views.desc().nullsFirst(), t.name),
    // The links of a newsletter issue, by the beginning of the name.
    index('reading_groups_source').on(t.name.op('text_pattern_ops')).where(sql`${t.kind} = 'source'`),
  ],
);

/** Totals by call to action, day and article. A sign-up counts for each call to action that its view showed. */
export const ctaDays = pgTable(
  'cta_days',
  {
    ctaId: uuid('cta_id').notNull(),
    /** Day of the view or click. A sign-up counts on its own day, which can be later than the day the CTA was shown. */
    day: date().notNull(),
    /** Null for pages that are not articles. */
    articleId: uuid('article_id'),
    views: figure('views'),
    clicks: figure('clicks'),
    signUps: figure('sign_ups'),
  },
  (t) => [
    // INCLUDE (views, clicks, sign_ups), which Drizzle cannot express: reports read the index alone. Migration 0006 sets a frequent
    // vacuum for it.
    unique('cta_days_once').on(t.ctaId, t.day, t.articleId).nullsNotDistinct(),
  ],
);

/** Sums of `reading_days`: all time, and the 7, 28 and 90 days that end on `as_of`. Lists are sorted by them. */
export const articleReading = pgTable(
  'article_reading',
  {
    articleId: uuid('article_id').primaryKey(),
    asOf: date('as_of').notNull(),
    views: figure('views'),
    engagedSeconds: bigint('engaged_seconds', { mode: 'number' }).notNull().default(0),
    views7: figure('views_7'),
    engaged7: bigint('engaged_7', { mode: 'number' }).notNull().default(0),
    views28: figure('views_28'),
    engaged28: bigint('engaged_28', { mode: 'number' }).notNull().default(0),
    views90: figure('views_90'),
    engaged90: bigint('engaged_90', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    index('article_reading_as_of').on(t.asOf).where(sql`${t.views90} > 0`),
    index('article_reading_engaged_7').on(t.engaged7.desc().nullsFirst(), t.articleId),
    index('article_reading_engaged_28').on(t.engaged28.desc().nullsFirst(), t.articleId),
    index('article_reading_engaged_90').on(t.engaged90.desc().nullsFirst(), t.articleId),
    index('article_reading_views_7').on(t.views7.desc().nullsFirst(), t.articleId),
    index('article_reading_views_28').on(t.views28.desc().nullsFirst(), t.articleId),
    index('article_reading_views_90').on(t.views90.desc().nullsFirst(), t.articleId),
  ],
);

/** Totals of events that were received and not counted. */
export const readingDrops = pgTable(
  'reading_drops',
  {
    /** In the site's time zone. */
    day: date().notNull(),
    /** `ReadingDropReason` in features/readership/tracking/reading-event.ts. */
    reason: text().notNull(),
    events: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.reason] }), check('reading_drops_positive', sql`${t.events} > 0`)],
);

/** The most read articles, most engaged first, for the "Most read" block and a computed "Popular". Refreshed hourly. */
export const mostRead = pgTable('most_read', {
  place: smallint().primaryKey(),
  articleId: uuid('article_id').notNull().unique(),
  /** True if it is shown as popular, because the settings say that popular articles are computed. */
  isPopular: boolean('is_popular').notNull(),
});

/** The Mondays whose email to editors was started. The row is written before sending, so that no email is sent twice. */
export const weeklyEmails = pgTable('weekly_emails', {
  /** The Monday, in the site's time zone. */
  week: date().primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
