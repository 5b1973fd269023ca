// Pictures in the file store, and where each is used.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

export const media = pgTable(
  'media',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The file store's: `article-images/articles/1767225600000.jpg`. Served at `/media/{key}`. */
    key: text().notNull().unique(),
    /** The file's name as it was uploaded. */
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer().notNull(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    alt: text().notNull().default(''),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('media_measures', sql`${t.bytes} > 0 and ${t.width} > 0 and ${t.height} > 0`),
    index('media_name').on(t.name, t.id),
    index('media_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** Which article, page, category or ad shows a picture. Kept by triggers from their texts and picture addresses. */
export const mediaUses = pgTable(
  'media_uses',
  {
    key: text().notNull(),
    /** The table of the user: articles, pages, categories, ads. */
    kind: text().notNull(),
    ownerId: uuid('owner_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.kind, t.ownerId] }),
    index('media_uses_owner').on(t.kind, t.ownerId),
  ],
);
