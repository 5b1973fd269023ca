// Pictures that were generated: where each came from, what it replaced, and what a day may cost.
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
    /** Null when the picture was deleted from the library. */
    mediaId: uuid('media_id').references(() => media.id, { onDelete: 'set null' }),
    /** What it was made for: an article, a category, or neither (a form that was not saved yet). */
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    categoryId: uuid('category_id').references(() => categories.id, { onDelete: 'set null' }),
    /** Site-relative address. */
    url: text().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    /** What the model read. */
    prompt: text().notNull(),
    /** Millionths of a US dollar. */
    price: bigint({ mode: 'number' }).notNull(),
    /** What stood there before, for an undo. */
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
    // A category's picture is generated once, however many readers ask for it at once.
    uniqueIndex('generated_images_category').on(t.categoryId).where(sql`${t.mediaId} is not null`),
  ],
);

/** Who generates a category's picture at the moment, or failed to a moment ago: nobody else tries until then. */
export const categoryImageClaims = pgTable('category_image_claims', {
  categoryId: uuid('category_id')
    .primaryKey()
    .references(() => categories.id, { onDelete: 'cascade' }),
  claimedUntil: timestamp('claimed_until', { withTimezone: true }).notNull(),
  failures: integer().notNull().default(0),
});

/** What generating cost on a day of the magazine's time zone, what is under way included. Millionths of a US dollar. */
export const imageSpending = pgTable(
  'image_spending',
  {
    day: date({ mode: 'string' }).primaryKey(),
    spent: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [check('image_spending_not_negative', sql`${t.spent} >= 0`)],
);
