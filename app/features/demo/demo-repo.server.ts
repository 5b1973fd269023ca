// SQL that counts and removes the demo's rows. Like a repair, it writes tables of other features.
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

const COLUMNS: Record<string, string> = { settings: 'key', unknown_paths: 'path' };
const TYPES: Record<string, string> = {
  audit_log: 'bigint',
  search_counts: 'bigint',
  settings: 'text',
  unknown_paths: 'text',
  webhook_requests: 'bigint',
};

/** Whether a row of the table belongs to the demo. Compares with the type of the key, so that an index can be used. */
const isDemo = (table: string): SQL => sql`
  ${sql.identifier(COLUMNS[table] ?? 'id')} in (
    select id::${sql.raw(TYPES[table] ?? 'uuid')} from demo_rows where kind = ${table})`;
/** Whether a row was not changed after the seed. Seeded rows have dates before it. */
const isUnchanged = sql`updated_at <= (select min(seeded_at) from demo_rows)`;

/**
 * All readership before the day of the seed belongs to the demo, because the demo's readership ends the day
 * before.
 */
const beforeSeed = sql`day < (select magazine_day(min(seeded_at), magazine_zone()) from demo_rows)`;

/** Tables whose rows stay if someone edited them. */
const EDITABLE = [
  'articles',
  'categories',
  'authors',
  'ads',
  'ctas',
  'newsletter_issues',
  'pages',
  'article_templates',
  'users',
  'settings',
];
const OTHERS = [
  'tags',
  'leads',
  'media',
  'redirects',
  'jobs',
  'webhook_keys',
  'webhook_requests',
  'unknown_paths',
  'audit_log',
];
/** The demo's rows that still exist, by table, and how many of them were edited. Statistics are counted in days. */
export function countDemoRows(build: Build) {
  const counts = [...EDITABLE, ...OTHERS].map((table) => {
    const edited = EDITABLE.includes(table) ? sql`count(*) filter (where not ${isUnchanged})` : sql`0`;
    return sql`
      select ${table} as kind, count(*)::int as count, ${edited}::int as edited from ${sql.identifier(table)}
      where ${isDemo(table)}`;
  });
  const days = Object.entries({
    reading_days: beforeSeed,
    search_counts: isDemo('search_counts'),
    ad_days: sql`ad_id in (select id from ads where ${isDemo('ads')} and ${isUnchanged})`,
  }).map(
    // Without a demo, the first condition avoids reading the tables.
    ([table, where]) => sql`
      select ${table}, count(distinct day)::int, 0 from ${sql.identifier(table)}
      where exists (select from demo_rows) and ${where}`,
  );
  return build.execute<{ kind: string; count: number; edited: number }>(
    sql.join([...counts, ...days], sql` union all `),
  );
}

export function selectHasDemo(build: Build) {
  return build.execute<{ found: boolean }>(sql`select exists (select from demo_rows) as found`);
}

/** Serializes two removals, and waits for a start that is still seeding. */
export function lockDemo(build: Build) {
  return build.execute(sql`select pg_advisory_xact_lock(hashtext('seed demo'))`);
}

const fromTable = (build: Build, table: string, where: SQL) =>
  build.execute(sql`delete from ${sql.identifier(table)} where ${isDemo(table)} and ${where}`);

/** Counts of ads have no foreign key, so that a deleted ad keeps them; the demo's counts go with its ads. */
const adCounts = (build: Build, table: string) =>
  build.execute(sql`
    delete from ${sql.identifier(table)} where ad_id in (select id from ads where ${isDemo('ads')} and ${isUnchanged})`);

function readership(build: Build) {
  const tables = [
    'page_views',
    'reading_outcomes',
    'reading_totals',
    'reading_days',
    'reading_hours',
    'reading_groups',
    'cta_days',
  ];
  return [
    ...tables.map((table) => build.execute(sql`delete from ${sql.identifier(table)} where ${beforeSeed}`)),
    // Sums the days that are left.
    build.execute(sql`
      update article_reading r set views = coalesce(s.views, 0), engaged_seconds = coalesce(s.engaged, 0)
      from article_reading a left join (
        select article_id, sum(views) as views, sum(engaged_seconds) as engaged from reading_days group by article_id) as s
        using (article_id)
      where r.article_id = a.article_id`),
    build.execute(sql`update article_reading set as_of = as_of - 1 where views_90 > 0`),
    build.execute(sql`select roll_reading(1000)`),
    build.execute(sql`delete from most_read`),
  ];
}

const isUnused = (table: string, column: string) =>
  sql`not exists (select from ${sql.identifier(table)} as used where used.${sql.identifier(column)} = `;

/**
 * The statements that remove the demo in order. Edited rows stay in the tables checked with `isUnchanged`, and so
 * do categories, tags, authors and images that a remaining row uses, and the account of the person who asks.
 */
export function removeDemoRows(build: Build, userId: string) {
  const every = sql`true`;
  return [
    ...['ad_impressions', 'ad_events', 'ad_days', 'ad_drops'].map((table) => adCounts(build, table)),
    ...readership(build),
    fromTable(build, 'ads', isUnchanged),
    fromTable(build, 'ctas', isUnchanged),
    fromTable(build, 'newsletter_issues', isUnchanged),
    fromTable(build, 'leads', every),
    fromTable(build, 'jobs', every),
    fromTable(build, 'webhook_requests', every),
    fromTable(build, 'webhook_keys', every),
    fromTable(build, 'search_counts', every),
    fromTable(build, 'redirects', every),
    fromTable(build, 'unknown_paths', every),
    fromTable(build, 'audit_log', every),
    fromTable(build, 'articles', isUnchanged),
    fromTable(build, 'article_templates', isUnchanged),
    fromTable(
      build,
      'categories',
      sql.join(
        [
          isUnchanged,
          ...['articles', 'ctas', 'ad_placements'].map(
            (table) => sql`${isUnused(table, 'category_id')} categories.id)`,
          ),
        ],
        sql` and `,
      ),
    ),
    fromTable(build, 'tags', sql`${isUnused('article_tags', 'tag_id')} tags.id)`),
    fromTable(
      build,
      'authors',
      sql`${isUnchanged} and ${isUnused('articles', 'author_id')} authors.id)
        and ${isUnused('article_coauthors', 'author_id')} authors.id)`,
    ),
    fromTable(build, 'pages', isUnchanged),
    fromTable(build, 'settings', isUnchanged),
    fromTable(
      build,
      'users',
      sql`id <> ${userId}::uuid and ${isUnchanged} and ${isUnused('articles', 'owner_id')} users.id)`,
    ),
    fromTable(build, 'media', sql`${isUnused('media_uses', 'key')} media.key)`),
    build.execute(sql`delete from demo_rows`),
  ];
}

/** Keys of the demo's images in the library. */
export function selectDemoMedia(build: Build) {
  return build.execute<{ key: string }>(sql`select key from media where ${isDemo('media')}`);
}
