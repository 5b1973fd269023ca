// SQL for restores: deleting existing content and inserting archived rows. Triggers update counts and
// indexes.

import { adEvents } from 'db/schema/ad-counts';
import { redirects, slugHistory } from 'db/schema/addresses';
import { adImpressions, adPlacements, ads } from 'db/schema/ads';
import { articleRevisions, articleTemplates } from 'db/schema/article-history';
import { articleCoauthors, articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { generatedImages } from 'db/schema/images';
import { jobItems } from 'db/schema/jobs';
import { leads } from 'db/schema/leads';
import { media } from 'db/schema/media';
import { newsletterIssues } from 'db/schema/newsletter';
import { relatedChoices, searchSynonyms } from 'db/schema/search';
import { pages, settings } from 'db/schema/site';
import { articleTags, tags } from 'db/schema/tags';
import { importedItems } from 'db/schema/transfers';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { keysOf } from '~/lib/properties';
import type { Build } from '~/platform/context';
import type { Row } from './clean-rows';

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
  article_coauthors: articleCoauthors,
  article_tags: articleTags,
  article_revisions: articleRevisions,
  generated_images: generatedImages,
  related_choices: relatedChoices,
  search_synonyms: searchSynonyms,
  article_templates: articleTemplates,
} satisfies Record<string, PgTable>;
export type TableName = keyof typeof TABLES;
export const ARCHIVED_TABLES = keysOf(TABLES);

/** Column -> referenced table. A missing reference becomes null. */
const NULLABLE_REFERENCES: Partial<Record<TableName, Record<string, string>>> = {
  authors: { user_id: 'users' },
  media: { created_by: 'users' },
  redirects: { created_by: 'users' },
  articles: { category_id: 'categories', owner_id: 'users' },
  article_revisions: { actor_id: 'users' },
  article_templates: { created_by: 'users' },
  generated_images: {
    media_id: 'media',
    article_id: 'articles',
    category_id: 'categories',
    created_by: 'users',
  },
};
/**
 * Column -> referenced table, where null would change the meaning: rows with a missing reference are skipped.
 */
const REQUIRED_REFERENCES: Partial<Record<TableName, Record<string, string>>> = {
  ad_placements: { category_id: 'categories' },
  ctas: { category_id: 'categories' },
  article_coauthors: { article_id: 'articles' },
  article_tags: { tag_id: 'tags', article_id: 'articles' },
  article_revisions: { article_id: 'articles' },
  related_choices: { article_id: 'articles', related_id: 'articles' },
};

/**
 * The author with the archived id or, if there is none, with the name: an author who was created here during the restore has another
 * id. Null if there is neither.
 */
const authorOf = (name: SQL) => sql`(select o.id from authors o
  where o.id = r.author_id or r.author_id is not null and o.name = ${name}
  order by o.id is distinct from r.author_id limit 1)`;
/** Archives of older versions do not name co-authors. */
const COAUTHOR = authorOf(sql`given.line ->> 'name'`);

/**
 * Conditions for a row to be restored; other rows are skipped. An archive is not a snapshot: an article saved during the export has a revision that is newer
 * than its archived row, and its next save would collide with it.
 */
const CONDITIONS: Partial<Record<TableName, SQL>> = {
  article_coauthors: sql`${COAUTHOR} is not null`,
  article_revisions: sql`not exists (select 1 from articles a where a.id = r.article_id and a.version < r.version)`,
};

/** Column -> what is stored instead of the archived value. The Trash keeps restored articles for its full 30 days. */
const REPLACED: Partial<Record<TableName, Record<string, SQL>>> = {
  articles: {
    deleted_at: sql`case when r.deleted_at is not null then now() end`,
    author_id: authorOf(sql`r.author`),
  },
  article_coauthors: { author_id: COAUTHOR },
};

/** Fields of settings that stay as strict as they were: true, or the smaller number. */
const STRICT_FIELDS = ['requireSecondFactor', 'requireSignature', 'staffIdleHours', 'memberIdleDays'];
const MERGED_SETTING = sql`excluded.value || (
  select coalesce(jsonb_object_agg(f, settings.value->f), '{}')
  from jsonb_array_elements_text(${JSON.stringify(STRICT_FIELDS)}::jsonb) f
  where settings.value->f = 'true' or jsonb_typeof(settings.value->f) = 'number'
    and (jsonb_typeof(excluded.value->f) = 'number' and excluded.value->f < settings.value->f) is not true
  ) || case excluded.key when 'newsletter' then '{"isScheduled": false}'::jsonb else '{}' end`;

/**
 * Archived rows of these tables overwrite existing ones: a reader may subscribe during the restore, and the
 * site keeps its settings.
 * @property key identifies the same row
 * @property set what is stored instead of the archived values
 */
const OVERWRITING: Partial<Record<TableName, { key: SQL; set?: Record<string, SQL> }>> = {
  leads: { key: sql`lower(email)` },
  settings: { key: sql`key`, set: { value: MERGED_SETTING, updated_at: sql`clock_timestamp()` } },
};

/** Inserts archived rows. Ignores unknown columns, and existing rows except those of `OVERWRITING`. */
export function insertRows(build: Build, table: TableName, rows: readonly Row[]) {
  const columns = knownColumns(table, rows);
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const nullable = NULLABLE_REFERENCES[table] ?? {};
  const values = columns.map((column): SQL => {
    const value = sql`r.${sql.identifier(column)}`;
    const other = nullable[column];
    const replaced = REPLACED[table]?.[column];
    if (replaced) return replaced;
    return other ? sql`(select o.id from ${sql.identifier(other)} o where o.id = ${value})` : value;
  });
  const conditions = Object.entries(REQUIRED_REFERENCES[table] ?? {}).map(([column, other]) => {
    const value = sql`r.${sql.identifier(column)}`;
    return sql`(${value} is null or exists (select 1 from ${sql.identifier(other)} o where o.id = ${value}))`;
  });
  conditions.push(CONDITIONS[table] ?? sql`true`);
  const name = sql.identifier(table);
  const overwriting = OVERWRITING[table];
  // An archive is not a snapshot, so it may contain an address twice.
  const distinct = overwriting ? sql`distinct on (${overwriting.key})` : sql``;
  return build.execute(sql`
    insert into ${name} (${names})
    select ${distinct} ${sql.join(values, sql`, `)} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given (line)
    cross join lateral jsonb_populate_record(null::${name}, given.line) r
    where ${sql.join(conditions, sql` and `)}
    on conflict ${overwriting ? sql`(${overwriting.key}) do update set ${assign(columns, overwriting.set)}` : sql`do nothing`}`);
}

const assign = (columns: readonly string[], set: Record<string, SQL> = {}) =>
  sql.join(
    columns.map((column) => {
      const name = sql.identifier(column);
      return sql`${name} = ${set[column] ?? sql`excluded.${name}`}`;
    }),
    sql`, `,
  );

function knownColumns(table: TableName, rows: readonly Row[]): string[] {
  const columns = Object.values(getTableColumns<PgTable>(TABLES[table]));
  return columns
    .filter(({ generatedIdentity, name }) => !generatedIdentity && rows.some((row) => name in row))
    .map(({ name }) => name);
}

/** Removes the key that belongs to the site of the archive, so that this one is not announced to search engines. */
export function removeIndexNowKey(build: Build) {
  return build
    .update(settings)
    .set({ value: sql`${settings.value} - 'indexNowKey'` })
    .where(eq(settings.key, 'site'));
}

/** Turns automatic sending off, because the archive may not record that this week's issue was sent. */
export function pauseNewsletter(build: Build) {
  return build
    .insert(settings)
    .values({ key: 'newsletter', value: { isScheduled: false } })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`${settings.value} || excluded.value`, updatedAt: sql`clock_timestamp()` },
    });
}

/** The site has content that a restore would mix with. */
const hasContent = sql`
  (exists (select 1 from articles) or exists (select 1 from pages) or exists (select 1 from media)
    or exists (select 1 from categories) or exists (select 1 from tags) or exists (select 1 from ads)
    or exists (select 1 from leads) or exists (select 1 from ctas) or exists (select 1 from redirects)
    or exists (select 1 from authors) or exists (select 1 from article_templates)
    or exists (select 1 from newsletter_issues))`;

export function selectEmptiness(build: Build) {
  return build.execute<{ empty: boolean }>(sql`select not ${hasContent} as empty`);
}

/** Aborts the transaction if the site has content. */
export function refuseUnlessEmpty(build: Build) {
  return build.execute(sql`
    do $$ begin
      if ${hasContent} then
        raise exception 'The site is not empty' using errcode = 'MG409';
      end if;
    end $$`);
}

/** An archive with synonyms replaces those of the site; every site has the default ones. */
export function clearSynonyms(build: Build) {
  return build.delete(searchSynonyms);
}

/**
 * Returns a row if the first sections were restored, so that the rest could follow. `begin` is the key in
 * jobs of older versions.
 */
export function selectBegun(build: Build, jobId: string) {
  return build.execute(sql`
    select id from ${jobItems} where job_id = ${jobId}::uuid and key in ('list-1', 'begin') and status = 'done'`);
}

/**
 * Deletes everything an archive contains and all data derived from it. Keeps accounts, keys, the audit log,
 * jobs, and settings, which protect accounts and the webhook during the restore too.
 */
export function wipeEverything(build: Build) {
  return build.execute(sql`
    truncate articles, article_tags, article_coauthors, article_revisions, article_drafts, article_previews, article_templates,
      search_documents,
      search_vocabulary, article_count_entries, published_count_entries, authors, categories, tags, media,
      media_uses, pages, redirects, slug_history, unknown_paths, ads, ad_placements, ad_impressions, ad_events,
      ad_beacons, ad_days, ad_views, ad_drops, ctas,
      leads, newsletter_issues, imported_items, generated_images, category_image_claims, search_counts, search_callers,
      reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days,
      article_reading, reading_drops, most_read, demo_rows cascade`);
}
