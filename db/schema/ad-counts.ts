// Ad events and their totals. Impressions are in ads.ts.
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
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * Accepted events that are not counted yet. The table has no references and no other unique keys, so that
 * nothing rejects an event. The queue consumer takes rows from here in batches.
 */
export const adBeacons = pgTable('ad_beacons', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['impression', 'viewable', 'click'] }).notNull(),
  /** Identifies one page view; for a click, one caller within ten minutes. */
  viewId: text('view_id').notNull(),
  /** The number of the displayed change within the view; 0 for a click. */
  change: integer().notNull(),
  /** How often the ad can have been shown in the view when the event arrived; null for a click. */
  most: integer(),
  adId: uuid('ad_id').notNull(),
  placementId: uuid('placement_id').notNull(),
  location: text().notNull(),
  categoryId: uuid('category_id'),
  articleId: uuid('article_id'),
  userAgent: text('user_agent'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

// Triggers, by file in db/triggers/: ads: ad_days_on_events, ad_days_on_lost_events, ad_days_without_events.
/**
 * One row per counted viewable impression or click. No foreign keys, so that a deleted ad keeps its counts.
 */
export const adEvents = pgTable(
  'ad_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['viewable', 'click'] }).notNull(),
    /** Equal for repetitions of one event. */
    eventKey: uuid('event_key').notNull().unique('ad_events_once'),
    adId: uuid('ad_id').notNull(),
    placementId: uuid('placement_id'),
    articleId: uuid('article_id'),
    userAgent: text('user_agent'),
    location: text(),
    categoryId: uuid('category_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('ad_events_kind_known', sql`${t.kind} in ('viewable', 'click')`),
    index('ad_events_ad').on(t.adId, t.createdAt),
  ],
);

/** Daily totals of ad_impressions and ad_events, maintained by triggers. Reports read only these. */
export const adDays = pgTable(
  'ad_days',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    adId: uuid('ad_id').notNull(),
    /** In the site's time zone when the event was counted. */
    day: date().notNull(),
    /** Empty if unknown. */
    location: text().notNull(),
    categoryId: uuid('category_id'),
    impressions: integer().notNull().default(0),
    viewable: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (t) => [unique('ad_days_once').on(t.adId, t.day, t.location, t.categoryId).nullsNotDistinct()],
);

/**
 * How often each placement was counted in a view, while the view's token is valid. Limits an ad to its share
 * of the changes.
 */
export const adViews = pgTable(
  'ad_views',
  {
    viewId: text('view_id').notNull(),
    placementId: uuid('placement_id').notNull(),
    impressions: integer().notNull(),
    viewable: integer().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.viewId, t.placementId] }), index('ad_views_created').on(t.createdAt)],
);

/** Totals of events that were received and not counted. No foreign keys, like the counts. */
export const adDrops = pgTable(
  'ad_drops',
  {
    adId: uuid('ad_id').notNull(),
    /** In the site's time zone when the event was judged. */
    day: date().notNull(),
    kind: text({ enum: ['impression', 'viewable', 'click'] }).notNull(),
    /** `DROP_REASONS` in features/ads/tracking/ad-event.ts. */
    reason: text().notNull(),
    events: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.adId, t.day, t.kind, t.reason] }),
    check('ad_drops_kind_known', sql`${t.kind} in ('impression', 'viewable', 'click')`),
    check(
      'ad_drops_reason_known',
      sql`${t.reason} in ('too_early', 'repeated', 'over_limit', 'not_on_page', 'bad_token', 'expired', 'crawler', 'not_opened', 'old_page')`,
    ),
    check('ad_drops_events_positive', sql`${t.events} > 0`),
  ],
);
