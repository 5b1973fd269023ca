// SQL for static pages.
import { type MediaReplacement, replacedMedia, replacedMediaJson, showsMedia } from 'db/replaced-media';
import { pages } from 'db/schema/site';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { DynamicCardRow } from '~/features/articles/public/dynamic-blocks.server';
import type { Seo } from '~/features/seo/seo';
import type { Build } from '~/platform/context';

export interface StoredPage {
  title: string;
  slug: string;
  summary: string;
  content: string;
  seo: Seo;
}

/** The maximum in one list. No site is expected to have so many. */
const MAX_PAGES = 500;

/** In the order of the footer. */
export function selectPages(build: Build) {
  return build
    .select({ id: pages.id, slug: pages.slug, title: pages.title, updatedAt: pages.updatedAt })
    .from(pages)
    .orderBy(asc(pages.createdAt), asc(pages.title))
    .limit(MAX_PAGES);
}

export function selectEdited(build: Build, id: string) {
  return build
    .select({
      id: pages.id,
      slug: pages.slug,
      title: pages.title,
      summary: pages.summary,
      content: pages.content,
      seo: sql<Seo>`${pages.seo}`,
      version: sql<number>`page_version(${pages.updatedAt})`.mapWith(Number),
    })
    .from(pages)
    .where(eq(pages.id, id));
}

const freeSlug = (wanted: string, id: string) =>
  sql<string>`free_slug('pages'::regclass, ${wanted}, ${id}::uuid)`;

/** The slug that the page would get: `wanted`, with a number added if it is taken. */
export function selectFreePageSlug(build: Build, wanted: string, id: string) {
  return build.execute<{ slug: string }>(sql`select ${freeSlug(wanted, id)} as slug`);
}

export function insertPage(build: Build, id: string, fields: StoredPage) {
  return build
    .insert(pages)
    .values({ ...fields, id, slug: freeSlug(fields.slug, id) })
    .returning({ slug: pages.slug });
}

/** Keeps the dates from the other site. */
export function insertImportedPage(
  build: Build,
  id: string,
  fields: StoredPage,
  dates: { createdAt: Date; updatedAt: Date },
) {
  return build.insert(pages).values({ ...fields, ...dates, id, slug: freeSlug(fields.slug, id) });
}

/** Locks the page. Fails with ConflictError if its version differs and NotFoundError if it doesn't exist. */
export function lockPage(build: Build, id: string, version: number) {
  return build.execute(sql`select lock_page(${id}::uuid, ${version}::bigint)`);
}

export function updatePage(build: Build, id: string, fields: StoredPage) {
  return build
    .update(pages)
    .set({ ...fields, slug: freeSlug(fields.slug, id), updatedAt: sql`clock_timestamp()` })
    .where(eq(pages.id, id))
    .returning({ slug: pages.slug });
}

/** An UPDATE for `auditedChange`. */
export const replaceImageInPages = (ids: readonly string[], replacement: MediaReplacement) => sql`
  update ${pages} set content = ${replacedMedia(pages.content, replacement)},
    seo = ${replacedMediaJson(pages.seo, replacement)}, updated_at = clock_timestamp()
  where ${and(inArray(pages.id, [...ids]), showsMedia('pages', pages.id, replacement.from))}
  returning id, title as subject`;

export function selectPageSlugs(build: Build, ids: readonly string[]) {
  return build
    .select({ slug: pages.slug })
    .from(pages)
    .where(inArray(pages.id, [...ids]));
}

export function deletePageRow(build: Build, id: string) {
  return build.delete(pages).where(eq(pages.id, id));
}

export function selectPage(build: Build, slug: string) {
  return build
    .select({
      title: pages.title,
      summary: pages.summary,
      html: pages.content,
      seo: sql<Seo>`${pages.seo}`,
      dynamicCards: sql<DynamicCardRow[] | null>`cards_in(${pages.content})`,
    })
    .from(pages)
    .where(eq(pages.slug, slug));
}
