// The SQL of bringing everything back, and of making room for it. Triggers count and index the rows as they come.

import { adEvents } from 'db/schema/ad-counts';
import { redirects, slugHistory } from 'db/schema/addresses';
import { adImpressions, adPlacements, ads } from 'db/schema/ads';
import { articleRevisions } from 'db/schema/article-history';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { generatedImages } from 'db/schema/images';
import { jobItems } from 'db/schema/jobs';
import { leads } from 'db/schema/leads';
import { media } from 'db/schema/media';
import { newsletterIssues } from 'db/schema/newsletter';
import { pages, settings } from 'db/schema/site';
import { articleTags, tags } from 'db/schema/tags';
import { importedItems } from 'db/schema/transfers';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '~/platform/context';
import type { Row } from './clean-rows';

type Build = Database['build'];

const TABLES = {
  categories,
  tags,
  authors,
  media,
  pages,
  settings,
  redirects,
  slug_history: slugHistory,
  ads,
  ad_placements: adPlacements,
  ctas,
  leads,
  newsletter_issues: newsletterIssues,
  ad_impressions: adImpressions,
  ad_events: adEvents,
  imported_items: importedItems,
  articles,
  article_tags: articleTags,
  article_revisions: articleRevisions,
  generated_images: generatedImages,
} satisfies Record<string, PgTable>;
export type TableName = keyof typeof TABLES;
export const ARCHIVED_TABLES = Object.keys(TABLES) as TableName[];

/** Column -> the table it refers to. Where the other row is not there, it refers to nothing. */
const LOOSE: Partial<Record<TableName, Record<string, string>>> = {
  media: { created_by: 'users' },
  redirects: { created_by: 'users' },
  articles: { category_id: 'categories', author_id: 'authors', owner_id: 'users' },
  article_revisions: { actor_id: 'users' },
  generated_images: {
    media_id: 'media',
    article_id: 'articles',
    category_id: 'categories',
    created_by: 'users',
  },
};
/** The same, where a row that refers to nothing would mean something else: it is left out. */
const STRICT: Partial<Record<TableName, Record<string, string>>> = {
  ad_placements: { category_id: 'categories' },
  ctas: { category_id: 'categories' },
  article_tags: { tag_id: 'tags', article_id: 'articles' },
  article_revisions: { article_id: 'articles' },
};

/** Inserts rows of an archive. Columns that this magazine does not know are left out; a row that is there stays. */
export function insertRows(build: Build, table: TableName, rows: readonly Row[]) {
  const columns = knownColumns(table, rows);
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const loose = LOOSE[table] ?? {};
  const values = columns.map((column): SQL => {
    const value = sql`r.${sql.identifier(column)}`;
    const other = loose[column];
    return other ? sql`(select o.id from ${sql.identifier(other)} o where o.id = ${value})` : value;
  });
  const conditions = Object.entries(STRICT[table] ?? {}).map(([column, other]) => {
    const value = sql`r.${sql.identifier(column)}`;
    return sql`(${value} is null or exists (select 1 from ${sql.identifier(other)} o where o.id = ${value}))`;
  });
  const name = sql.identifier(table);
  return build.execute(sql`
    insert into ${name} (${names})
    select ${sql.join(values, sql`, `)} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) r
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    on conflict do nothing`);
}

function knownColumns(table: TableName, rows: readonly Row[]): string[] {
  const columns = Object.values(getTableColumns(TABLES[table] as PgTable));
  return columns
    .filter(({ generatedIdentity, name }) => !generatedIdentity && rows.some((row) => name in row))
    .map(({ name }) => name);
}

/** Nobody outside is told of what this transaction makes: it is no news. */
export function withoutEvents(build: Build) {
  return build.execute(sql`select set_config('magazine.events', 'off', true)`);
}

/** Stops the transaction when there is something in the magazine. */
export function refuseUnlessEmpty(build: Build) {
  return build.execute(sql`
    do $$ begin
      if exists (select 1 from articles) or exists (select 1 from pages) or exists (select 1 from media)
        or exists (select 1 from categories) or exists (select 1 from tags) or exists (select 1 from ads)
        or exists (select 1 from leads) or exists (select 1 from ctas) or exists (select 1 from redirects) then
        raise exception 'The magazine is not empty' using errcode = 'MG409';
      end if;
    end $$`);
}

/** A row when there was room and what others refer to has come, so that the rest could. `begin`: in a job of an older build. */
export function selectBegun(build: Build, jobId: string) {
  return build.execute(sql`
    select id from ${jobItems} where job_id = ${jobId}::uuid and key in ('list-1', 'begin') and status = 'done'`);
}

/**
 * Everything that an archive holds goes, and what is derived from it or hangs on it. Accounts, keys, the audit log and
 * jobs stay.
 */
export function wipeEverything(build: Build) {
  return build.execute(sql`
    truncate articles, article_tags, article_revisions, article_drafts, article_previews, article_documents,
      article_words, recent_words, search_words, article_count_entries, published_count_entries, authors, categories, tags, media,
      media_uses, pages, settings, redirects, slug_history, unknown_paths, ads, ad_placements, ad_impressions, ad_events,
      ad_beacons, ad_days, ad_views, ad_drops, ctas,
      leads, newsletter_issues, imported_items, generated_images, category_image_claims cascade`);
}
