// Categories. An article has one or none.
import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { isSeo, seoColumn } from './seo';

// Triggers, by file in db/triggers/: media: categories_media_uses; search: categories_renamed; slugs:
// categories_gone_slugs, categories_new_slugs, categories_slug_history.
export const categories = pgTable(
  'categories',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    slug: text().notNull().unique(),
    description: text().notNull().default(''),
    /** Banner image; null shows a gradient until one is generated. */
    imageUrl: text('image_url'),
    /** Its banner stays without an image. */
    withoutImage: boolean('without_image').notNull().default(false),
    seo: seoColumn(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('categories_seo_fields', isSeo(t.seo)),
    check('categories_no_image', sql`not ${t.withoutImage} or ${t.imageUrl} is null`),
    check('categories_name_filled', sql`length(btrim(${t.name})) between 1 and 120`),
    // /category/all lists all articles, so no category can have that slug.
    check('categories_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and ${t.slug} <> 'all'`),
  ],
);
