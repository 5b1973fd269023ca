// Tags and their articles.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { articles } from './articles';

// Triggers, by file in db/triggers/: search: tags_renamed; slugs: tags_gone_slugs, tags_new_slugs,
// tags_slug_history.
export const tags = pgTable(
  'tags',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    slug: text().notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('tags_name_filled', sql`length(btrim(${t.name})) between 1 and 120`),
    check('tags_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
);

// Triggers, by file in db/triggers/: counters: tag_counts_on_delete, tag_counts_on_insert, tag_counts_on_update;
// search: article_tags_noted_on_delete, article_tags_noted_on_insert.
export const articleTags = pgTable(
  'article_tags',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.tagId] }),
    index('article_tags_tag').on(t.tagId, t.articleId),
  ],
);
