// The search index, its vocabulary and synonyms, and related articles.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { articles } from './articles';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

// Triggers, by file in db/triggers/: related: search_documents_unrelated_on_insert, search_documents_unrelated_on_update.
/** One row per article, written by `index_articles` (db/functions/search.sql) when a transaction commits. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** The publish date while the article is public; null otherwise. */
    publicAt: timestamp('public_at', { withTimezone: true }),
    /** The publish date in weeks since 1970, so that the index can read recent articles only. */
    week: integer().notNull(),
    categoryId: uuid('category_id'),
    authorId: uuid('author_id'),
    isPopular: boolean('is_popular').notNull(),
    /** Stems with weights: title (A), summary with tags, category and author (B), headings (C), text (D). */
    document: tsvector().notNull(),
    /** Every word as it is written, without positions. */
    words: tsvector().notNull(),
    /** The plain text of the content; of a members-only article the beginning. */
    body: text().notNull(),
    /** All of it in lower case, without accents. */
    normal: text().notNull(),
    /** Where `body` begins in `normal`, from 1. */
    bodyFrom: integer('body_from').notNull(),
  },
  (t) => [
    // One index, so that a frequent word is only read for the weeks that are needed.
    index('search_documents_lexemes')
      .using('gin', t.week, sql`ts_filter(${t.document}, '{a,b}')`, t.document, t.words)
      .with({ fastupdate: false }),
    index('search_documents_newest')
      .on(t.publicAt.desc().nullsFirst(), t.articleId.desc().nullsFirst(), t.week)
      .where(sql`${t.publicAt} is not null`),
  ],
);

// Triggers, by file in db/triggers/: search: index_noted_articles.
/** Articles that the running transaction changed. Emptied at commit, so no other transaction ever sees a row. */
export const searchNoted = pgTable('search_noted', { articleId: uuid('article_id').notNull() });

/** Articles whose tags or category were renamed. A cron task indexes them. */
export const searchOutdated = pgTable('search_outdated', { articleId: uuid('article_id').primaryKey() });

/** Every word of all documents, for typos, beginnings and parts of words. */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  {
    word: text().primaryKey(),
    /** Its English stem; '' for stop words. */
    stem: text().notNull(),
    /** In how many of the newest 3,000 documents it occurs; updated by a cron task. */
    documents: integer().notNull().default(1),
  },
  (t) => [
    index('search_vocabulary_trigrams').using('gin', t.word.op('gin_trgm_ops')).with({ fastupdate: false }),
    index('search_vocabulary_beginnings').on(t.word.op('text_pattern_ops')),
    index('search_vocabulary_stems').on(t.stem),
  ],
);

// Triggers, by file in db/triggers/: admin-search: check_synonyms.
/**
 * Terms that mean the same, in lower case and without accents: a search for one finds the others. A trigger normalizes them and
 * refuses a term that is in another group.
 */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: uuid().primaryKey().defaultRandom(),
    terms: text().array().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check('search_synonyms_at_least_two', sql`cardinality(${t.terms}) between 2 and 20`)],
);

/** The strongest terms of each public article with their weights, strongest first; written by `relate_articles`. */
export const relatedTerms = pgTable(
  'related_terms',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Stems, and `#` with the id of each tag. */
    terms: text().array().notNull(),
    /** A vector of length 1. */
    weights: real().array().notNull(),
  },
  (t) => [
    index('related_terms_lexemes')
      .using('gin', sql`array_to_tsvector(${t.terms})`)
      .with({ fastupdate: false }),
  ],
);

/** The ten closest articles of each public article, by content (docs/decisions/0035-related-articles.md). */
export const relatedArticles = pgTable(
  'related_articles',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    relatedId: uuid('related_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** From 0 to 1. */
    score: real().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.relatedId] }),
    index('related_articles_reverse').on(t.relatedId),
    check('related_articles_not_itself', sql`${t.articleId} <> ${t.relatedId}`),
  ],
);

/** What editors decided about related articles. */
export const relatedChoices = pgTable(
  'related_choices',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    relatedId: uuid('related_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    choice: text({ enum: ['pinned', 'excluded'] }).notNull(),
    /** Order of the pinned articles, from 1; 0 for excluded ones. */
    place: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.relatedId] }),
    index('related_choices_reverse').on(t.relatedId),
    check('related_choices_not_itself', sql`${t.articleId} <> ${t.relatedId}`),
    check('related_choices_known', sql`${t.choice} in ('pinned', 'excluded')`),
  ],
);

/** Articles whose related articles must be computed again, in the order of their changes. */
export const relatedOutdated = pgTable(
  'related_outdated',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('related_outdated_oldest').on(t.changedAt)],
);
