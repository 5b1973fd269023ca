// Articles, authors and article counts.
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { categories } from './categories';
import { isSeo, seoColumn } from './seo';

// Triggers, by file in db/triggers/: media: authors_media_uses; search: authors_renamed; slugs: authors_gone_slugs, authors_slug_history.
export const authors = pgTable(
  'authors',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull().unique(),
    slug: text().notNull().unique(),
    /** Empty for the specification's "Contributing Writer". */
    role: text().notNull().default(''),
    /** Plain text. */
    bio: text().notNull().default(''),
    imageUrl: text('image_url'),
    /** The author's pages on other sites. */
    links: text().array().notNull().default(sql`'{}'`),
    /** The staff account that may edit the profile; null for a guest. */
    userId: uuid('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('authors_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('authors_role_length', sql`length(${t.role}) <= 80`),
    check('authors_bio_length', sql`length(${t.bio}) <= 600`),
    check(
      'authors_links_https',
      sql`cardinality(${t.links}) <= 5 and array_position(${t.links}, null) is null
        and (${t.links} = '{}' or array_to_string(${t.links}, ' ') ~ '^https://[^\\s]+( https://[^\\s]+)*$')`,
    ),
  ],
);

// Triggers, by file in db/triggers/: articles: article_version_is_raised, article_author_is_no_coauthor, first_publication_is_kept; counters: article_coauthors_before_delete,
// article_counts_on_delete, article_counts_on_insert, article_counts_on_update, article_tags_before_delete; index-now:
// articles_index_now; media: articles_media_unused, articles_media_uses; readership: article_reading_on_insert; search: articles_noted_on_insert, articles_noted_on_update; slugs:
// articles_gone_slugs, articles_new_slugs, articles_slug_history; webhooks: article_events_on_insert,
// article_events_on_update.
export const articles = pgTable(
  'articles',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** Clean HTML: every writer sanitizes it first. */
    content: text().notNull().default(''),
    author: text().notNull(),
    authorId: uuid('author_id').references(() => authors.id, { onDelete: 'set null' }),
    slug: text().notNull().unique(),
    /**
     * The account that created it. Authors may only edit their own drafts. Null for imported and other
     * articles without an account.
     */
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    imageUrl: text('image_url'),
    imageAlt: text('image_alt').notNull().default(''),
    status: text({ enum: ['published', 'draft', 'archived'] })
      .notNull()
      .default('draft'),
    isFeatured: boolean('is_featured').notNull().default(false),
    isPopular: boolean('is_popular').notNull().default(false),
    /** The public only reads the beginning (`article_beginning` in db/functions/articles.sql). */
    membersOnly: boolean('members_only').notNull().default(false),
    /** Set by every save in the editor. Public lists are ordered by it. */
    publishDate: timestamp('publish_date', { withTimezone: true }).notNull().defaultNow(),
    /**
     * Set once by a trigger at the first publication. Feeds, news sitemap and newsletter are ordered by it.
     */
    firstPublishedAt: timestamp('first_published_at', { withTimezone: true }),
    /** Minutes. */
    readTime: integer('read_time').notNull().default(5),
    categoryId: uuid('category_id').references(() => categories.id, { onDelete: 'set null' }),
    /** When the cron task publishes a draft. */
    publishAt: timestamp('publish_at', { withTimezone: true }),
    /** Raised by a trigger with every change. A save names the version it started from. */
    version: integer().notNull().default(1),
    /** Search and social fields that override the article's own values. */
    seo: seoColumn(),
    /** Set while the article is in the trash. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => {
    const isPublic: SQL = sql`${t.status} = 'published' and ${t.deletedAt} is null`;
    const isKept: SQL = sql`${t.deletedAt} is null`;
    return [
      check('articles_title_filled', sql`length(btrim(${t.title})) between 1 and 300`),
      check('articles_author_filled', sql`length(btrim(${t.author})) between 1 and 200`),
      check('articles_slug_form', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
      check('articles_status_known', sql`${t.status} in ('published', 'draft', 'archived')`),
      check('articles_seo_fields', isSeo(t.seo)),
      check('articles_read_time_positive', sql`${t.readTime} >= 1`),
      check('articles_only_drafts_wait', sql`${t.publishAt} is null or ${t.status} = 'draft'`),
      // For renaming and deleting authors.
      index('articles_author').on(t.authorId),
      index('articles_waiting').on(t.publishAt).where(sql`${t.publishAt} is not null`),
      index('articles_owner')
        .on(t.ownerId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.ownerId} is not null`),
      index('articles_trash')
        .on(t.deletedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.deletedAt} is not null`),
      index('articles_public_newest')
        .on(t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isPublic),
      index('articles_public_featured')
        .on(t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${isPublic} and ${t.isFeatured}`),
      index('articles_public_popular')
        .on(t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${isPublic} and ${t.isPopular}`),
      index('articles_public_category')
        .on(t.categoryId, t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isPublic),
      index('articles_public_author')
        .on(t.authorId, t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isPublic),
      index('articles_public_category_first')
        .on(t.categoryId, t.firstPublishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isPublic),
      index('articles_public_first')
        .on(t.firstPublishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isPublic),
      // The admin article list in each of its orders. Excludes the trash, so that deep pages only read the
      // index.
      index('articles_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(isKept),
      index('articles_status_created')
        .on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isKept),
      index('articles_category_created')
        .on(t.categoryId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(isKept),
      index('articles_dated').on(t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst()).where(isKept),
      index('articles_titled').on(sql`lower(${t.title})`, t.id).where(isKept),
      index('articles_authored').on(sql`lower(${t.author})`, t.id).where(isKept),
      // For the dashboard's count, which includes drafts.
      index('articles_popular').on(t.id).where(sql`${t.isPopular} and ${t.deletedAt} is null`),
      index('articles_without_image')
        .on(t.publishDate.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.imageUrl} is null or ${t.imageUrl} = ''`),
      index('articles_with_ampersand').on(t.id).where(sql`${t.content} like '%&%'`),
    ];
  },
);

// Triggers, by file in db/triggers/: articles: coauthor_is_not_the_author; counters: coauthor_counts_on_delete,
// coauthor_counts_on_insert; search: article_coauthors_noted_on_delete, article_coauthors_noted_on_insert.
/** The authors after the first, who is `articles.author_id`. Rows are inserted and deleted, never updated. */
export const articleCoauthors = pgTable(
  'article_coauthors',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'restrict' }),
    /** From 1, in the order of the byline. */
    position: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.authorId] }),
    unique('article_coauthors_place').on(t.articleId, t.position),
    index('article_coauthors_author').on(t.authorId, t.articleId),
    check('article_coauthors_few', sql`${t.position} between 1 and 5`),
  ],
);

// Triggers, by file in db/triggers/: counters: compact_article_counts.
/**
 * Ledger of article counts by status ('trash' for deleted articles) and category. Each write appends its
 * differences, so writers do not wait for each other. Read it through the view `article_counts`.
 */
export const articleCountEntries = pgTable('article_count_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  status: text().notNull(),
  categoryId: uuid('category_id'),
  difference: bigint({ mode: 'number' }).notNull(),
});

// Triggers, by file in db/triggers/: counters: compact_published_counts.
/** The same for published articles by author and tag. Read it through the view `published_counts`. */
export const publishedCountEntries = pgTable('published_count_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['author', 'tag'] }).notNull(),
  ownerId: uuid('owner_id').notNull(),
  difference: bigint({ mode: 'number' }).notNull(),
});

/** Articles per status and category. The SQL of both views is in functions/counters.sql. */
export const articleCounts = pgView('article_counts', {
  status: text().notNull(),
  categoryId: uuid('category_id'),
  total: bigint({ mode: 'number' }).notNull(),
}).existing();

export const publishedCounts = pgView('published_counts', {
  kind: text({ enum: ['author', 'tag'] }).notNull(),
  ownerId: uuid('owner_id').notNull(),
  total: bigint({ mode: 'number' }).notNull(),
}).existing();
