// Import and export files, and the origin of imported rows.
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

/** Uploaded exports and created archives. Their content is in the file store under `transfer/`. */
export const transferFiles = pgTable(
  'transfer_files',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** 'archive' is this product's format; the others are exports of other products. */
    format: text({ enum: ['archive', 'wordpress', 'ghost'] }).notNull(),
    /** Created by an export or uploaded. */
    origin: text({ enum: ['made', 'uploaded'] }).notNull(),
    name: text().notNull(),
    key: text().notNull().unique(),
    /** 0 while it is being written. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    status: text({ enum: ['arriving', 'ready', 'failed'] })
      .notNull()
      .default('arriving'),
    /** Id of the multipart upload; null for a file that was uploaded in one piece. */
    uploadName: text('upload_name'),
    /** The manifest, or the result of the analysis. */
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

/** The uploaded parts of a multipart upload. */
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
 * The origin of each imported row, so that a second import creates no duplicates. Rows outlive their target:
 * what an editor deleted is not imported again.
 */
export const importedItems = pgTable(
  'imported_items',
  {
    /** `wordpress:old.example`, `ghost:old.example`. */
    source: text().notNull(),
    kind: text({ enum: ['article', 'page', 'category', 'tag', 'author', 'picture'] }).notNull(),
    sourceId: text('source_id').notNull(),
    /** Id of the imported row; null for an image that could not be downloaded. */
    targetId: uuid('target_id'),
    /** The image's new address, or the reason why there is none. */
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
