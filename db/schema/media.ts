// The media library, and where each image is used.
import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

// Triggers, by file in db/triggers/: media: media_document.
export const media = pgTable(
  'media',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Key in the file store: `article-images/articles/1767225600000.jpg`. Served at `/media/{key}`. */
    key: text().notNull().unique(),
    /** File name at upload. */
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer().notNull(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    alt: text().notNull().default(''),
    /** Words and stems of name and description, for the library's search. Written by a trigger. */
    document: tsvector().notNull().default(''),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('media_measures', sql`${t.bytes} > 0 and ${t.width} > 0 and ${t.height} > 0`),
    index('media_name').on(t.name, t.id),
    // For the deletion of accounts.
    index('media_creator').on(t.createdBy).where(sql`${t.createdBy} is not null`),
    index('media_document').using('gin', t.document),
    index('media_text').using('gin', sql`lower(${t.name} || chr(10) || ${t.alt}) gin_trgm_ops`),
    index('media_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** Which article, article template, page, category, ad or author uses an image. Maintained by triggers. */
export const mediaUses = pgTable(
  'media_uses',
  {
    key: text().notNull(),
    /** Table of the owner: articles, pages, categories, ads or authors. */
    kind: text().notNull(),
    ownerId: uuid('owner_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.kind, t.ownerId] }),
    index('media_uses_owner').on(t.kind, t.ownerId),
  ],
);
