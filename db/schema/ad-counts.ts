// What becomes of ads before readers, and its sums. Impressions themselves stand in ads.ts.
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
 * What browsers have told and nobody has counted yet: an event that was accepted stands here. No keys beside the id and no
 * references, so that nothing can keep it out; the queue takes it from here in batches.
 */
export const adBeacons = pgTable('ad_beacons', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['impression', 'viewable', 'click'] }).notNull(),
  /** Of one look at one page; for a click of one caller and while. */
  viewId: text('view_id').notNull(),
  /** Which of the view's displayed changes; 0 for a click. */
  change: integer().notNull(),
  /** How often the ad can have been shown in the view when the event came; null for a click. */
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
/** One row per counted viewable impression or click. Like impressions it refers to nothing, so that a deleted ad keeps its counts. */
export const adEvents = pgTable(
  'ad_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['viewable', 'click'] }).notNull(),
    /** What a repeated event has in common with the first. */
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

/** Sums of the rows of ad_impressions and ad_events, kept by triggers: reports read these alone. */
export const adDays = pgTable(
  'ad_days',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    adId: uuid('ad_id').notNull(),
    /** In the magazine's time zone at the time of counting. */
    day: date().notNull(),
    /** Empty where it is not known. */
    location: text().notNull(),
    categoryId: uuid('category_id'),
    impressions: integer().notNull().default(0),
    viewable: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (t) => [unique('ad_days_once').on(t.adId, t.day, t.location, t.categoryId).nullsNotDistinct()],
);

/** How often each placement was counted in a view, while its token is valid: an ad counts no more often than it takes turns. */
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

/** Events that were received and not counted. Like the counts, they refer to nothing. */
export const adDrops = pgTable(
  'ad_drops',
  {
    adId: uuid('ad_id').notNull(),
    /** In the magazine's time zone when the event was judged. */
    day: date().notNull(),
    kind: text({ enum: ['impression', 'viewable', 'click'] }).notNull(),
    /** `DROP_REASONS` in features/ad-counts/ad-event.ts. */
    reason: text().notNull(),
    events: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.adId, t.day, t.kind, t.reason] }),
    check('ad_drops_kind_known', sql`${t.kind} in ('impression', 'viewable', 'click')`),
    check(
      'ad_drops_reason_known',
      sql`${t.reason} in ('too_early', 'repeated', 'over_limit', 'not_on_page', 'bad_token', 'expired', 'crawler', 'not_opened')`,
    ),
    check('ad_drops_events_positive', sql`${t.events} > 0`),
  ],
);
