// SQL for imports.
import { redirects } from 'db/schema/addresses';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { jobItems } from 'db/schema/jobs';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { importedItems } from 'db/schema/transfers';
import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

type Kind = (typeof importedItems.$inferSelect)['kind'];

const MAX_OFFERED = 2_000;

export function selectCategories(build: Build) {
  const { id, name, slug } = categories;
  return build.select({ id, name, slug }).from(categories).orderBy(asc(name)).limit(MAX_OFFERED);
}

export function selectTags(build: Build) {
  const { id, name, slug } = tags;
  return build.select({ id, name, slug }).from(tags).orderBy(asc(name)).limit(MAX_OFFERED);
}

export function selectAuthors(build: Build) {
  const { id, name } = authors;
  return build.select({ id, name }).from(authors).orderBy(asc(name)).limit(MAX_OFFERED);
}

export function selectBios(build: Build, names: readonly string[]) {
  const { name, bio } = authors;
  return build
    .select({ name, bio })
    .from(authors)
    .where(inArray(name, [...names]));
}

/** How many of the slugs are taken. */
export function countTakenSlugs(build: Build, kind: 'article' | 'page', slugs: readonly string[]) {
  const table = kind === 'article' ? articles : pages;
  return build
    .select({ total: count() })
    .from(table)
    .where(inArray(table.slug, [...slugs]));
}

/** The items that were imported earlier, with their targets. */
export function selectImported(build: Build, source: string, kinds: readonly Kind[], ids: readonly string[]) {
  const { kind, sourceId, targetId, note } = importedItems;
  return build
    .select({ kind, sourceId, targetId, note })
    .from(importedItems)
    .where(and(eq(importedItems.source, source), inArray(kind, [...kinds]), inArray(sourceId, [...ids])));
}

/** Titles of imported articles or pages that still exist, including those in the Trash. */
export function selectTitlesOf(build: Build, kind: 'article' | 'page', ids: readonly string[]) {
  const table = kind === 'article' ? articles : pages;
  return build
    .select({ id: table.id, title: table.title })
    .from(table)
    .where(inArray(table.id, [...ids]));
}

/** The articles at paths of this site, directly or by a redirect. @param paths as `toFromPath` returns them */
export function selectArticlesAt(build: Build, paths: readonly string[]) {
  const asked = sql.join(
    paths.map((path) => sql`(${path}::text)`),
    sql`, `,
  );
  return build.execute<{ path: string; id: string; slug: string; title: string }>(sql`
    select asked.path, a.id, a.slug, a.title from (values ${asked}) asked (path)
    left join ${redirects} r on r.from_path = asked.path
    join ${articles} a on a.slug = substr(coalesce(r.to_path, asked.path), length('/article/') + 1)
    where coalesce(r.to_path, asked.path) like '/article/%' and a.deleted_at is null`);
}

/** Records an imported item. A duplicate row aborts the transaction: the item was imported concurrently. */
export function insertImported(build: Build, row: typeof importedItems.$inferInsert) {
  return build.insert(importedItems).values(row);
}

/** Longer than any download takes; an older claim belongs to a dead process. */
const CLAIM_SECONDS = 60;
/** Note of an image that is being downloaded. */
const CLAIMED = '';

/** Claims an image for download. No row: another item downloads it or has done so. */
export function claimImage(build: Build, source: string, address: string) {
  return build.execute<{ address: string }>(sql`
    insert into ${importedItems} as item (source, kind, source_id, note, created_at)
    values (${source}, 'picture', ${address}, ${CLAIMED}, clock_timestamp())
    on conflict (source, kind, source_id) do update set created_at = clock_timestamp()
      where item.note = ${CLAIMED} and item.created_at < clock_timestamp() - interval '${sql.raw(String(CLAIM_SECONDS))} seconds'
    returning source_id as address`);
}

const isImage = (source: string, address: string) =>
  and(
    eq(importedItems.source, source),
    eq(importedItems.kind, 'picture'),
    eq(importedItems.sourceId, address),
  );

/** Stores the result of a claimed image; null releases the claim. */
export function settleImage(build: Build, source: string, address: string, note: string | null) {
  const isIt = isImage(source, address);
  return note === null
    ? build.delete(importedItems).where(isIt)
    : build.update(importedItems).set({ note }).where(isIt);
}

/** Forgets the result of an image, unless it has another one since. */
export function forgetImage(build: Build, source: string, address: string, note: string) {
  return build.delete(importedItems).where(and(isImage(source, address), eq(importedItems.note, note)));
}

/** Removes earlier mappings, so that the latest choice counts. */
export function deleteTermMappings(build: Build, source: string, termIds: readonly string[]) {
  return build
    .delete(importedItems)
    .where(
      and(
        eq(importedItems.source, source),
        inArray(importedItems.kind, ['category', 'tag']),
        inArray(importedItems.sourceId, [...termIds]),
      ),
    );
}

const TERM_TABLES = { category: categories, tag: tags } as const;

export interface NewTerm {
  name: string;
  slug: string;
  description: string;
}

/** Creates a category or tag with this name unless it exists. */
export function insertTerm(build: Build, kind: 'category' | 'tag', { name, slug, description }: NewTerm) {
  const table = TERM_TABLES[kind];
  const plural = kind === 'category' ? 'categories' : 'tags';
  const wanted = sql`coalesce(nullif(${slug}, ''), ${kind} || '-' || left(md5(${name}), 8))`;
  const free = sql`free_slug(${plural}::regclass, ${wanted}, null)`;
  const [columns, values]: [SQL, SQL] =
    kind === 'category'
      ? [sql`(name, slug, description)`, sql`${name}, ${free}, ${description}`]
      : [sql`(name, slug)`, sql`${name}, ${free}`];
  return build.execute(sql`
    insert into ${table} ${columns} select ${values}
    where not exists (select 1 from ${table} known where known.name = ${name}) on conflict (name) do nothing`);
}

/** Records what a term maps to, by id or name; nothing if the target was deleted. */
export function insertTermTarget(
  build: Build,
  source: string,
  kind: 'category' | 'tag',
  termId: string,
  target: { id: string } | { name: string },
) {
  const where = 'id' in target ? sql`t.id = ${target.id}::uuid` : sql`t.name = ${target.name}`;
  return build.execute(sql`
    insert into ${importedItems} (source, kind, source_id, target_id)
    select ${source}, ${kind}, ${termId}, t.id from ${TERM_TABLES[kind]} t where ${where}`);
}

/** Results of a job's items in order, after the given item id. */
export function selectResults(build: Build, jobId: string, after: number) {
  const { id, result } = jobItems;
  return build
    .select({ id, result })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), gt(id, after), sql`${result} is not null`))
    .orderBy(asc(id))
    .limit(200);
}
