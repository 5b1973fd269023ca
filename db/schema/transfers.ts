// Files that bring a magazine in or take it out, and what came in from elsewhere.
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

/** Exports that were uploaded, and archives that were made. Their bytes lie in the file store under `transfer/`. */
export const transferFiles = pgTable(
  'transfer_files',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What it is: 'archive' of this product, or another product's export. */
    format: text({ enum: ['archive', 'wordpress', 'ghost'] }).notNull(),
    /** Whether it was made here or brought. */
    origin: text({ enum: ['made', 'uploaded'] }).notNull(),
    name: text().notNull(),
    key: text().notNull().unique(),
    /** 0 while it is being written. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    status: text({ enum: ['arriving', 'ready', 'failed'] })
      .notNull()
      .default('arriving'),
    /** The file store's name for what arrives in parts; null when it came in one piece. */
    uploadName: text('upload_name'),
    /** What was found in it: its manifest, or what a look through it told. */
    contents: jsonb(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('transfer_files_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('transfer_files_format_known', sql`${t.format} in ('archive', 'wordpress', 'ghost')`),
    check('transfer_files_origin_known', sql`${t.origin} in ('made', 'uploaded')`),
    check('transfer_files_status_known', sql`${t.status} in ('arriving', 'ready', 'failed')`),
    check('transfer_files_bytes', sql`${t.bytes} >= 0`),
  ],
);

/** The parts that have arrived of a file that comes in parts. */
export const transferParts = pgTable(
  'transfer_parts',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => transferFiles.id, { onDelete: 'cascade' }),
    number: bigint({ mode: 'number' }).notNull(),
    etag: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

/**
 * What was brought in from where, so that bringing it in again doubles nothing. Rows outlive what they tell of: what an
 * editor deleted does not come back.
 */
export const importedItems = pgTable(
  'imported_items',
  {
    /** `wordpress:old.example`, `ghost:old.example`. */
    source: text().notNull(),
    kind: text({ enum: ['article', 'page', 'category', 'tag', 'author', 'picture'] }).notNull(),
    sourceId: text('source_id').notNull(),
    /** Of the row here; null for a picture that could not be had. */
    targetId: uuid('target_id'),
    /** A picture's address here, or why there is none. */
    note: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.kind, t.sourceId] }),
    index('imported_items_target').on(t.targetId),
    check(
      'imported_items_kind_known',
      sql`${t.kind} in ('article', 'page', 'category', 'tag', 'author', 'picture')`,
    ),
  ],
);
