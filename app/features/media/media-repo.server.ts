// The SQL of the media library.
import { ads } from 'db/schema/ads';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { media, mediaUses } from 'db/schema/media';
import { pages } from 'db/schema/site';
import { asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { MediaInput } from './media-input';
import type { MediaSort, MediaUse } from './media-view';

type Build = Database['build'];

/** More are counted and not named. */
const MOST_USES = 20;

/** In a statement about one table drizzle writes a column's bare name, which would mean another one in here. */
const ownKey = sql.raw('"media"."key"');

const useCount = sql<number>`(select count(*)::int from ${mediaUses} u where u.key = ${ownKey})`;

/** By kind, then by name. A use whose owner is gone meanwhile has none. */
const uses: SQL<MediaUse[]> = sql`(
  select coalesce(json_agg(json_build_object('kind', found.kind, 'id', found.owner_id, 'title', found.title,
    'isDeleted', found.is_deleted) order by found.kind, found.title), '[]'::json)
  from (
    select u.kind, u.owner_id, coalesce(a.title, p.title, c.name, d.name, '') as title, a.deleted_at is not null as is_deleted
    from ${mediaUses} u
    left join ${articles} a on u.kind = 'articles' and a.id = u.owner_id
    left join ${pages} p on u.kind = 'pages' and p.id = u.owner_id
    left join ${categories} c on u.kind = 'categories' and c.id = u.owner_id
    left join ${ads} d on u.kind = 'ads' and d.id = u.owner_id
    where u.key = ${ownKey}
    order by u.kind, u.owner_id
    limit ${sql.raw(String(MOST_USES))}
  ) found)`;

/** Of what a form changes. */
const stampOf = sql<string>`md5(${media.name} || chr(10) || ${media.alt})`;

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
  stamp: stampOf,
};

function mentions(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return text === '' ? undefined : or(ilike(media.name, pattern), ilike(media.alt, pattern));
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
  // Uses are looked up for the rows of the page alone.
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

export function selectMediaByName(build: Build, name: string) {
  return build
    .select({ key: media.key })
    .from(media)
    .where(eq(media.name, name))
    .orderBy(asc(media.id))
    .limit(1);
}

export function insertMedia(build: Build, row: typeof media.$inferInsert & { id: string }) {
  return build.insert(media).values(row);
}

/**
 * Refused by the constraint on `name` when somebody saved after `stamp`.
 * @param stamp '' saves over whatever is there
 */
export function updateMedia(build: Build, id: string, { name, alt }: MediaInput, stamp: string) {
  return build
    .update(media)
    .set({ name: sql`case when ${stamp} in ('', ${stampOf}) then ${name} end`, alt })
    .where(eq(media.id, id))
    .returning({ id: media.id });
}

/** Whether it is still there, for the audit's line. */
export const mediaIsThere = (id: string) => sql`exists (select 1 from ${media} where id = ${id})`;

export function deleteMediaByKey(build: Build, key: string) {
  return build.delete(media).where(eq(media.key, key));
}

/** Those of the keys that are in the library, or shown somewhere. */
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
