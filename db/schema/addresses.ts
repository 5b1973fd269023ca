// Redirects, former slugs and paths that were not found.
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

/** Former slugs, written by triggers. Read once when a slug is not found. */
export const slugHistory = pgTable(
  'slug_history',
  {
    /** The table of the owner: articles, categories, tags, authors or pages. */
    kind: text().notNull(),
    slug: text().notNull(),
    targetId: uuid('target_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug] }), index('slug_history_target').on(t.kind, t.targetId)],
);

// Triggers, by file in db/triggers/: slugs: redirects_have_an_end.
export const redirects = pgTable(
  'redirects',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** A path on this site in the form that the request gate produces: lower case, no trailing slash. */
    fromPath: text('from_path').notNull().unique(),
    /** A path on this site or an absolute URL. */
    toPath: text('to_path').notNull(),
    hits: bigint({ mode: 'number' }).notNull().default(0),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('redirects_from_form', sql`${t.fromPath} ~ '^/' and length(${t.fromPath}) <= 1000`),
    check('redirects_lead_elsewhere', sql`${t.fromPath} <> ${t.toPath}`),
    // A browser treats `//` as the start of another host, so such targets must be absolute URLs.
    check(
      'redirects_to_form',
      sql`${t.toPath} ~* '^https?://' or (${t.toPath} ~ '^/' and ${t.toPath} !~* '^/([/\\\\]|%2f|%5c)')`,
    ),
    index('redirects_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** Paths that visitors requested and that do not exist. */
export const unknownPaths = pgTable(
  'unknown_paths',
  {
    path: text().primaryKey(),
    hits: bigint({ mode: 'number' }).notNull().default(1),
    lastReferrer: text('last_referrer'),
    firstSeenAt: timestamp('first_seen_at', { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('unknown_paths_length', sql`length(${t.path}) <= 1000`),
    index('unknown_paths_newest').on(t.lastSeenAt.desc().nullsFirst()),
  ],
);
