// The SQL of bringing in from elsewhere.
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { jobItems } from 'db/schema/jobs';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { importedItems } from 'db/schema/transfers';
import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];
type Kind = (typeof importedItems.$inferSelect)['kind'];

const MOST_OFFERED = 2_000;

export function selectCategories(build: Build) {
  const { id, name, slug } = categories;
  return build.select({ id, name, slug }).from(categories).orderBy(asc(name)).limit(MOST_OFFERED);
}

export function selectTags(build: Build) {
  const { id, name, slug } = tags;
  return build.select({ id, name, slug }).from(tags).orderBy(asc(name)).limit(MOST_OFFERED);
}

export function selectAuthors(build: Build) {
  const { id, name } = authors;
  return build.select({ id, name }).from(authors).orderBy(asc(name)).limit(MOST_OFFERED);
}

/** How many of these addresses are taken. */
export function countTakenSlugs(build: Build, kind: 'article' | 'page', slugs: readonly string[]) {
  const table = kind === 'article' ? articles : pages;
  return build
    .select({ total: count() })
    .from(table)
    .where(inArray(table.slug, [...slugs]));
}

/** Those of these that were brought in before, with what became of them. */
export function selectImported(build: Build, source: string, kinds: readonly Kind[], ids: readonly string[]) {
  const { kind, sourceId, targetId, note } = importedItems;
  return build
    .select({ kind, sourceId, targetId, note })
    .from(importedItems)
    .where(and(eq(importedItems.source, source), inArray(kind, [...kinds]), inArray(sourceId, [...ids])));
}

/** Nobody outside is told of what this transaction makes: old articles are no news. */
export function withoutEvents(build: Build) {
  return build.execute(sql`select set_config('magazine.events', 'off', true)`);
}

/** What was brought in. A row that is there already stops the transaction: somebody else did the same. */
export function insertImported(build: Build, row: typeof importedItems.$inferInsert) {
  return build.insert(importedItems).values(row);
}

/** Longer than any picture takes; whoever claimed it then is taken for dead. */
const CLAIM_SECONDS = 60;
/** The note of a picture that somebody is fetching. */
const CLAIMED = '';

/** Takes a picture that is to be fetched: of all that need it, one fetches. No row: somebody else does, or did. */
export function claimPicture(build: Build, source: string, address: string) {
  return build.execute<{ address: string }>(sql`
    insert into ${importedItems} as item (source, kind, source_id, note, created_at)
    values (${source}, 'picture', ${address}, ${CLAIMED}, clock_timestamp())
    on conflict (source, kind, source_id) do update set created_at = clock_timestamp()
      where item.note = ${CLAIMED} and item.created_at < clock_timestamp() - interval '${sql.raw(String(CLAIM_SECONDS))} seconds'
    returning source_id as address`);
}

/** What became of a claimed picture; null gives it back. */
export function settlePicture(build: Build, source: string, address: string, note: string | null) {
  const isIt = and(
    eq(importedItems.source, source),
    eq(importedItems.kind, 'picture'),
    eq(importedItems.sourceId, address),
  );
  return note === null
    ? build.delete(importedItems).where(isIt)
    : build.update(importedItems).set({ note }).where(isIt);
}

/** A term is what was chosen last. */
export function forgetTerms(build: Build, source: string, termIds: readonly string[]) {
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

/** Makes a category or a tag of this name unless there is one. */
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

/** What a term of the other site is here: by its id, or by its name. One that is gone meanwhile is nothing. */
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

/** Results of a job's items, in their order, behind one of them. */
export function selectResults(build: Build, jobId: string, after: number) {
  const { id, result } = jobItems;
  return build
    .select({ id, result })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), gt(id, after), sql`${result} is not null`))
    .orderBy(asc(id))
    .limit(200);
}
