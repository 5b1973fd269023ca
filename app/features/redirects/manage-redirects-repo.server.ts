// The SQL behind the redirects screen.
import { users } from 'db/schema/accounts';
import { redirects, unknownPaths } from 'db/schema/addresses';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { SlugAddress } from './former-address';

type Build = Database['build'];

interface Addresses {
  fromPath: string;
  toPath: string;
}

/** Of what a form changes; being used does not change it. */
const stampOf = sql<string>`md5(${redirects.fromPath} || ' ' || ${redirects.toPath})`;

const columns = {
  id: redirects.id,
  fromPath: redirects.fromPath,
  toPath: redirects.toPath,
  hits: redirects.hits,
  lastUsedAt: redirects.lastUsedAt,
  stamp: stampOf,
};

function mentions(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return text === '' ? undefined : or(ilike(redirects.fromPath, pattern), ilike(redirects.toPath, pattern));
}

/** Newest first. */
export function selectRedirects(build: Build, text: string, limit: number, offset: number) {
  return build
    .select(columns)
    .from(redirects)
    .where(mentions(text))
    .orderBy(desc(redirects.createdAt), desc(redirects.id))
    .limit(limit)
    .offset(offset);
}

export function countRedirects(build: Build, text: string) {
  return build.select({ total: count() }).from(redirects).where(mentions(text));
}

export function selectRedirect(build: Build, id: string) {
  return build.select(columns).from(redirects).where(eq(redirects.id, id));
}

/** One row when something that readers may see stands at this address. */
export function selectLive(build: Build, address: SlugAddress) {
  return build.execute(liveAt(address));
}

function liveAt({ kind, slug }: SlugAddress): SQL {
  return {
    articles: sql`select 1 from ${articles} a where a.slug = ${slug} and a.status = 'published' and a.deleted_at is null`,
    categories: sql`select 1 from ${categories} c where c.slug = ${slug}`,
    tags: sql`select 1 from ${tags} t where t.slug = ${slug}`,
    authors: sql`select 1 from ${authors} a where a.slug = ${slug}`,
    pages: sql`select 1 from ${pages} p where p.slug = ${slug}`,
  }[kind];
}

export function insertRedirect(build: Build, row: Addresses & { createdBy: string }) {
  return build.insert(redirects).values(row);
}

/**
 * From a path to an article or a page, by whatever slug it has got, unless somebody decided otherwise: a redirect that is
 * there stays, a page that stands at the path is not hidden, and no circle is made.
 */
export function insertRedirectTo(
  build: Build,
  fromPath: string,
  target: { kind: 'articles' | 'pages'; id: string },
  createdBy: string | null,
  live: SlugAddress | null,
) {
  const [table, room] = target.kind === 'articles' ? [articles, '/article/'] : [pages, '/page/'];
  const isLive = live ? sql`exists (${liveAt(live)})` : sql`false`;
  return build.execute<{ id: string }>(sql`
    insert into ${redirects} (from_path, to_path, created_by)
    select ${fromPath}, ${room} || t.slug, (select u.id from ${users} u where u.id = ${createdBy}::uuid)
    from ${table} t
    where t.id = ${target.id}::uuid and ${room} || t.slug <> ${fromPath} and not ${isLive}
      and not exists (select 1 from ${redirects} r where r.from_path = ${room} || t.slug)
    on conflict (from_path) do nothing`);
}

/**
 * Refused by the constraint on `from_path` when somebody saved after `stamp`.
 * @param stamp '' saves over whatever is there
 */
export function updateRedirect(build: Build, id: string, { fromPath, toPath }: Addresses, stamp: string) {
  return build
    .update(redirects)
    .set({ fromPath: sql`case when ${stamp} in ('', ${stampOf}) then ${fromPath} end`, toPath })
    .where(eq(redirects.id, id))
    .returning({ id: redirects.id });
}

/** Whether it is still there, for the audit's line. */
export const redirectIsThere = (id: string) => sql`exists (select 1 from ${redirects} where id = ${id})`;

export function deleteRedirectRow(build: Build, id: string) {
  return build.delete(redirects).where(eq(redirects.id, id));
}

/** The last seen first. */
export function selectUnknownPaths(build: Build, limit: number, offset: number) {
  return build
    .select({
      path: unknownPaths.path,
      hits: unknownPaths.hits,
      lastReferrer: unknownPaths.lastReferrer,
      lastSeenAt: unknownPaths.lastSeenAt,
    })
    .from(unknownPaths)
    .orderBy(desc(unknownPaths.lastSeenAt), unknownPaths.path)
    .limit(limit)
    .offset(offset);
}

export function countUnknownPaths(build: Build) {
  return build.select({ total: count() }).from(unknownPaths);
}

/** Whether there is such a path to dismiss, or any at all; for the audit's line. */
export const pathIsThere = (path?: string) =>
  sql`exists (select 1 from ${unknownPaths} where ${path === undefined ? sql`true` : eq(unknownPaths.path, path)})`;

export function deleteUnknownPath(build: Build, path: string) {
  return build.delete(unknownPaths).where(eq(unknownPaths.path, path));
}

export function deleteUnknownPaths(build: Build) {
  return build.delete(unknownPaths);
}
