// The SQL of standing pages as editors see them.
import { pages } from 'db/schema/site';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { PageFields } from './page-view';

type Build = Database['build'];

/** More than a footer holds. */
const MOST_LISTED = 500;

/** In the footer's order. */
export function selectPages(build: Build) {
  return build
    .select({ id: pages.id, slug: pages.slug, title: pages.title, updatedAt: pages.updatedAt })
    .from(pages)
    .orderBy(asc(pages.createdAt), asc(pages.title))
    .limit(MOST_LISTED);
}

export function selectEdited(build: Build, id: string) {
  return build
    .select({
      id: pages.id,
      slug: pages.slug,
      title: pages.title,
      summary: pages.summary,
      content: pages.content,
      version: sql<number>`page_version(${pages.updatedAt})`.mapWith(Number),
    })
    .from(pages)
    .where(eq(pages.id, id));
}

const freeSlug = (wanted: string, id: string) =>
  sql<string>`free_slug('pages'::regclass, ${wanted}, ${id}::uuid)`;

/** The slug that a page of this id would get now. */
export function selectFreeSlug(build: Build, wanted: string, id: string) {
  return build.execute<{ slug: string }>(sql`select ${freeSlug(wanted, id)} as slug`);
}

export function insertPage(build: Build, id: string, fields: PageFields) {
  return build
    .insert(pages)
    .values({ ...fields, id, slug: freeSlug(fields.slug, id) })
    .returning({ slug: pages.slug });
}

/** With the dates of another site. */
export function insertImportedPage(
  build: Build,
  id: string,
  fields: PageFields,
  dates: { createdAt: Date; updatedAt: Date },
) {
  return build.insert(pages).values({ ...fields, ...dates, id, slug: freeSlug(fields.slug, id) });
}

/** Stops the whole transaction when the page is gone, or changed since that version. */
export function lockPage(build: Build, id: string, version: number) {
  return build.execute(sql`select lock_page(${id}::uuid, ${version}::bigint)`);
}

export function updatePage(build: Build, id: string, fields: PageFields) {
  return build
    .update(pages)
    .set({ ...fields, slug: freeSlug(fields.slug, id), updatedAt: sql`clock_timestamp()` })
    .where(eq(pages.id, id))
    .returning({ slug: pages.slug });
}

export function deletePageRow(build: Build, id: string) {
  return build.delete(pages).where(eq(pages.id, id));
}
