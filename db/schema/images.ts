// Generated images: their origin, what they replaced, and daily spending.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { articles } from './articles';
import { categories } from './categories';
import { media } from './media';

export const generatedImages = pgTable(
  'generated_images',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null after the image was deleted from the library. */
    mediaId: uuid('media_id').references(() => media.id, { onDelete: 'set null' }),
    /** The article or category it was generated for; both are null for an unsaved form. */
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    categoryId: uuid('category_id').references(() => categories.id, { onDelete: 'set null' }),
    /** Path on this site. */
    url: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    /** The text sent to the model. */
    prompt: text().notNull(),
    /** In millionths of a US dollar. */
    price: bigint({ mode: 'number' }).notNull(),
    /** The image before this one, for undo. */
    previousUrl: text('previous_url'),
    previousAlt: text('previous_alt').notNull().default(''),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
  },
  (t) => [
    check('generated_images_one_owner', sql`num_nonnulls(${t.articleId}, ${t.categoryId}) <= 1`),
    check('generated_images_price', sql`${t.price} >= 0`),
    index('generated_images_article').on(t.articleId, t.createdAt.desc().nullsFirst()),
    index('generated_images_media').on(t.mediaId),
    // For the deletion of accounts.
    index('generated_images_creator').on(t.createdBy).where(sql`${t.createdBy} is not null`),
    // One generated image per category, even with concurrent requests.
    uniqueIndex('generated_images_category').on(t.categoryId).where(sql`${t.mediaId} is not null`),
  ],
);

/** Who is generating a category's image, or failed to recently. Blocks other attempts until it expires. */
export const categoryImageClaims = pgTable('category_image_claims', {
  categoryId: uuid('category_id')
    .primaryKey()
    .references(() => categories.id, { onDelete: 'cascade' }),
  claimedUntil: timestamp('claimed_until', { withTimezone: true }).notNull(),
  failures: integer().notNull().default(0),
});

/**
 * Cost of generated images per day in the site's time zone, including pending ones, in millionths of a US
 * dollar.
 */
export const imageSpending = pgTable(
  'image_spending',
  {
    day: date({ mode: 'string' }).primaryKey(),
    spent: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [check('image_spending_not_negative', sql`${t.spent} >= 0`)],
);
