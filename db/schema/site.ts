// Settings and static pages.
import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { isSeo, seoColumn } from './seo';

/** One row per changed setting. Defaults are in the settings feature. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

// Triggers, by file in db/triggers/: index-now: pages_index_now; media: pages_media_uses; slugs: pages_gone_slugs, pages_new_slugs,
// pages_slug_history.
/** Static pages such as About and Contact, at /page/{slug}. */
export const pages = pgTable(
  'pages',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    content: text().notNull().default(''),
    seo: seoColumn(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('pages_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('pages_seo_fields', isSeo(t.seo)),
  ],
);
