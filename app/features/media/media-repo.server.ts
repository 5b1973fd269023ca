// SQL for the media library.
import { ads } from 'db/schema/ads';
import { articleTemplates } from 'db/schema/article-history';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { media, mediaUses } from 'db/schema/media';
import { pages } from 'db/schema/site';
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { MediaInput } from './media-input';
import type { MediaSort, MediaUse } from './media-view';

/** Uses listed per image; all are counted. */
const MAX_USES = 20;

/**
 * Qualified by hand: in a single-table query drizzle writes bare column names, which would be ambiguous in
 * the subquery.
 */
const ownKey = sql.raw('"media"."key"');

const useCount = sql<number>`(select count(*)::int from ${mediaUses} u where u.key = ${ownKey})`;

/** Sorted by kind, then title. The title is '' if the owner has been deleted. */
const uses: SQL<MediaUse[]> = sql`(
  select coalesce(json_agg(json_build_object('kind', found.kind, 'id', found.owner_id, 'title', found.title,
    'isDeleted', found.is_deleted) order by found.kind, found.title), '[]'::json)
  from (
    select u.kind, u.owner_id, coalesce(a.title, p.title, c.name, d.name, w.name, t.name, '') as title, a.deleted_at is not null as is_deleted
    from ${mediaUses} u
    left join ${articles} a on u.kind = 'articles' and a.id = u.owner_id
    left join ${pages} p on u.kind = 'pages' and p.id = u.owner_id
    left join ${categories} c on u.kind = 'categories' and c.id = u.owner_id
    left join ${ads} d on u.kind = 'ads' and d.id = u.owner_id
    left join ${authors} w on u.kind = 'authors' and w.id = u.owner_id
    left join ${articleTemplates} t on u.kind = 'article_templates' and t.id = u.owner_id
    where u.key = ${ownKey}
    order by u.kind, u.owner_id
    limit ${sql.raw(String(MAX_USES))}
  ) found)`;

/** Version of the editable fields. */
const versionOf = sql<string>`md5(${media.name} || chr(10) || ${media.alt})`;

const columns = {
  id: media.id,
  key: media.key,
  name: media.name,
  alt: media.alt,
  contentType: media.contentType,
  bytes: media.bytes,
  width: media.width,
  height: media.height,
  createdAt: media.createdAt,
  useCount,
  uses,
  version: versionOf,
};

/**
 * Matches all words of the text in any order, each by its stem or as the beginning of a word, or the text as
 * typed.
 */
function mentions(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&').toLowerCase()}%`;
  return text === ''
    ? undefined
    : sql`(${media.document} @@ prose_query(${text}) or lower(${media.name} || chr(10) || ${media.alt}) like ${pattern})`;
}

const ORDERS = {
  name: [asc(media.name), asc(media.id)],
  newest: [desc(media.createdAt), desc(media.id)],
} as const;

export function selectMedia(build: Build, text: string, sort: MediaSort, limit: number, offset: number) {
  const wanted = build
    .select({ id: media.id })
    .from(media)
    .where(mentions(text))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset);
  // Looks up uses only for the rows of this page.
  return build
    .select(columns)
    .from(media)
    .where(inArray(media.id, wanted))
    .orderBy(...ORDERS[sort]);
}

export function countMedia(build: Build, text: string) {
  return build.select({ total: count() }).from(media).where(mentions(text));
}

export function selectMediaById(build: Build, id: string) {
  return build.select(columns).from(media).where(eq(media.id, id));
}

export function selectMediaByKey(build: Build, key: string) {
  return build.select(columns).from(media).where(eq(media.key, key));
}

/** Copies the description of an image to another one that has none. */
export function copyAlt(build: Build, from: string, to: string) {
  return build
    .update(media)
    .set({ alt: sql`(select other.alt from ${media} other where other.key = ${from})` })
    .where(
      and(
        eq(media.key, to),
        eq(media.alt, ''),
        sql`exists (select 1 from ${media} other where other.key = ${from})`,
      ),
    );
}

export function selectMediaByName(build: Build, name: string) {
  return build
    .select({ key: media.key })
    .from(media)
    .where(eq(media.name, name))
    .orderBy(asc(media.id))
    .limit(1);
}

export function selectMediaNames(build: Build, keys: readonly string[]) {
  return build
    .select({ key: media.key, name: media.name })
    .from(media)
    .where(inArray(media.key, [...keys]));
}

export function insertMedia(build: Build, row: typeof media.$inferInsert & { id: string }) {
  return build.insert(media).values(row);
}

/**
 * Violates the NOT NULL constraint on `name` if the image changed after `version`.
 * @param version '' overwrites any
 */
export function updateMedia(build: Build, id: string, { name, alt }: MediaInput, version: string) {
  return build
    .update(media)
    .set({ name: sql`case when ${version} in ('', ${versionOf}) then ${name} end`, alt })
    .where(eq(media.id, id))
    .returning({ id: media.id });
}

/** SQL condition for the audit entry: the image still exists. */
export const mediaExists = (id: string) => sql`exists (select 1 from ${media} where id = ${id})`;

export function deleteMediaByKey(build: Build, key: string) {
  return build.delete(media).where(eq(media.key, key));
}

/** Which of the keys are in the library or in use. */
export function selectKnownKeys(build: Build, keys: readonly string[]) {
  return build
    .select({ key: media.key })
    .from(media)
    .where(inArray(media.key, [...keys]))
    .union(
      build
        .select({ key: mediaUses.key })
        .from(mediaUses)
        .where(inArray(mediaUses.key, [...keys])),
    );
}
