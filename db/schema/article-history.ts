// What an article was, what is being typed into it, and who may look at it before readers do.
import { bigint, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { articles } from './articles';

/** The article as each save left it. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** The article's version that this is. */
    version: integer().notNull(),
    /** Which door it came through: 'editor', 'restore', 'schedule' and so on. */
    cause: text().notNull(),
    /** Null for the machine, or for an account that is gone. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    snapshot: jsonb().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [unique('article_revisions_once').on(t.articleId, t.version)],
);

/** What somebody is typing and has not saved: one per tab that they type in. A new article has none to name yet. */
export const articleDrafts = pgTable(
  'article_drafts',
  {
    /** Made by the editor page, so that two tabs do not share a draft; of a new article the id that it will have. */
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    /** The version that the typing started from; 0 for a new article. */
    baseVersion: integer('base_version').notNull(),
    fields: jsonb().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('article_drafts_owner').on(t.userId, t.articleId),
    index('article_drafts_article').on(t.articleId),
  ],
);

/** Links by which people without an account may read a draft. */
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
  (t) => [index('article_previews_article').on(t.articleId)],
);
