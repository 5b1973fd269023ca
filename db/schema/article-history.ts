// Revisions, autosaved drafts, preview links and templates of articles.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { articles } from './articles';

/** The article after each save. Written by the operations (`insertRevision`), by no trigger. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** The article's version after this save. */
    version: integer().notNull(),
    /** What saved it: 'editor', 'restore', 'schedule' and so on. */
    cause: text().notNull(),
    /** Null for automatic saves and deleted accounts. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    snapshot: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('article_revisions_once').on(t.articleId, t.version),
    // For the deletion of accounts.
    index('article_revisions_actor').on(t.actorId).where(sql`${t.actorId} is not null`),
  ],
);

/** Unsaved input, one row per editor tab. A new article has no article row yet. */
export const articleDrafts = pgTable(
  'article_drafts',
  {
    /**
     * Created by the editor page, so that two tabs never share a draft. For a new article, the id that it
     * will get.
     */
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    /** The version that the editing started from; 0 for a new article. */
    baseVersion: integer('base_version').notNull(),
    fields: jsonb().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('article_drafts_owner').on(t.userId, t.articleId),
    index('article_drafts_article').on(t.articleId),
  ],
);

/** Links that show a draft to people without an account. */
export const articlePreviews = pgTable(
  'article_previews',
  {
    /** SHA-256 of the link's token, hex. */
    hash: text().primaryKey(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('article_previews_article').on(t.articleId),
    index('article_previews_expires').on(t.expiresAt),
  ],
);

/**
 * What new articles can start from. Independent of the article that it was saved from.
 * Triggers, by file in db/triggers/: media: article_templates_media_uses.
 */
export const articleTemplates = pgTable(
  'article_templates',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** `EditorFields`, checked when they are read. */
    fields: jsonb().notNull(),
    /** Null for deleted accounts. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('article_templates_name').on(sql`lower(${t.name})`),
    check('article_templates_name_filled', sql`length(btrim(${t.name})) between 1 and 100`),
  ],
);
