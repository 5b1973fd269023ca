// Ads, their placements and their counted impressions.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { categories } from './categories';

// Triggers, by file in db/triggers/: media: ads_media_uses.
export const ads = pgTable(
  'ads',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    type: text({ enum: ['banner', 'sidebar', 'footer', 'inline'] })
      .notNull()
      .default('banner'),
    htmlContent: text('html_content'),
    imageUrl: text('image_url'),
    linkUrl: text('link_url'),
    active: boolean().notNull().default(true),
    /** 1 to 10; the highest is shown first. */
    priority: integer().notNull().default(1),
    /** When the ad starts and stops; null for no limit. */
    startsAt: timestamp('starts_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time of the last save, placements included. A form names it to detect conflicts. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('ads_name_filled', sql`length(btrim(${t.name})) between 1 and 200`),
    check('ads_type_known', sql`${t.type} in ('banner', 'sidebar', 'footer', 'inline')`),
    check('ads_priority_range', sql`${t.priority} between 1 and 10`),
    check('ads_period_forward', sql`${t.endsAt} > ${t.startsAt}`),
    index('ads_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

export const adPlacements = pgTable(
  'ad_placements',
  {
    id: uuid().primaryKey().defaultRandom(),
    adId: uuid('ad_id')
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    location: text().notNull(),
    /**
     * Null shows the ad in every category. Deleting a category deletes its placements, because they must not
     * become global.
     */
    categoryId: uuid('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    active: boolean().notNull().default(true),
  },
  (t) => [
    unique('ad_placements_once').on(t.adId, t.location, t.categoryId).nullsNotDistinct(),
    index('ad_placements_location').on(t.location, t.categoryId),
    index('ad_placements_category').on(t.categoryId),
    check(
      'ad_placements_location_known',
      sql`${t.location} in ('homepage-hero', 'homepage-sidebar', 'article-sidebar', 'article-bottom', 'category-sidebar', 'footer')`,
    ),
  ],
);

// Triggers, by file in db/triggers/: ads: ad_days_on_impressions, ad_days_on_lost_impressions,
// ad_days_without_impressions.
/**
 * One row per counted impression. No foreign keys, so that a deleted ad keeps its counts and a stale id fails
 * no batch.
 */
export const adImpressions = pgTable(
  'ad_impressions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    adId: uuid('ad_id').notNull(),
    placementId: uuid('placement_id'),
    articleId: uuid('article_id'),
    userAgent: text('user_agent'),
    location: text(),
    categoryId: uuid('category_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Equal for repetitions of one event; null for rows that did not come from a beacon. */
    eventKey: uuid('event_key').unique('ad_impressions_once'),
  },
  (t) => [index('ad_impressions_ad').on(t.adId, t.createdAt)],
);
