// SQL for the redirects screen.
import { users } from 'db/schema/accounts';
import { redirects, unknownPaths } from 'db/schema/addresses';
import { articles } from 'db/schema/articles';
import { pages } from 'db/schema/site';
import { count, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { isLive } from './live-content-repo.server';

interface Addresses {
  fromPath: string;
  toPath: string;
}

/** Covers the editable columns only, so that hits don't change it. */
const versionOf = sql<string>`md5(${redirects.fromPath} || ' ' || ${redirects.toPath})`;

const columns = {
  id: redirects.id,
  fromPath: redirects.fromPath,
  toPath: redirects.toPath,
  hits: redirects.hits,
  lastUsedAt: redirects.lastUsedAt,
  version: versionOf,
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

/** One row if readers get a page at this path. */
export function selectLive(build: Build, path: string) {
  return build.execute(sql`select 1 where ${isLive(sql`${path}::text`)}`);
}

export function insertRedirect(build: Build, row: Addresses & { createdBy: string }) {
  return build.insert(redirects).values(row);
}

/** Whether `insertRedirectTo` would find these paths in use: by redirects from them, or by content at `fromPath`. */
export function selectInUse(build: Build, { fromPath, toPath }: Addresses) {
  return build.execute<{ used: boolean }>(sql`
    select exists (select 1 from ${redirects} where ${inArray(redirects.fromPath, [fromPath, toPath])})
      or ${isLive(sql`${fromPath}::text`)} as used`);
}

/**
 * Redirects a path to an article or page with its current slug. Does nothing if the path already has a
 * redirect or public content, or if the redirect would create a loop.
 */
export function insertRedirectTo(
  build: Build,
  fromPath: string,
  target: { kind: 'articles' | 'pages'; id: string },
  createdBy: string | null,
) {
  const [table, prefix] = target.kind === 'articles' ? [articles, '/article/'] : [pages, '/page/'];
  return build.execute<{ id: string }>(sql`
    insert into ${redirects} (from_path, to_path, created_by)
    select ${fromPath}, ${prefix} || t.slug, (select u.id from ${users} u where u.id = ${createdBy}::uuid)
    from ${table} t
    where t.id = ${target.id}::uuid and ${prefix} || t.slug <> ${fromPath} and not ${isLive(sql`${fromPath}::text`)}
      and not exists (select 1 from ${redirects} r where r.from_path = ${prefix} || t.slug)
    on conflict (from_path) do nothing`);
}

/**
 * Saves the redirect if its version is still `version`. Otherwise sets `from_path` to null, so that the
 * not-null constraint rejects the update.
 * @param version '' overwrites without the check
 */
export function updateRedirect(build: Build, id: string, { fromPath, toPath }: Addresses, version: string) {
  return build
    .update(redirects)
    .set({ fromPath: sql`case when ${version} in ('', ${versionOf}) then ${fromPath} end`, toPath })
    .where(eq(redirects.id, id))
    .returning({ id: redirects.id });
}

/** SQL condition for the audit entry: write it only if the redirect still exists. */
export const redirectExists = (id: string) => sql`exists (select 1 from ${redirects} where id = ${id})`;

export function deleteRedirectRow(build: Build, id: string) {
  return build.delete(redirects).where(eq(redirects.id, id));
}

/** Most recently requested first. */
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

/** SQL condition for the audit entry: the path, or any path if none is given, is still listed. */
export const unknownPathExists = (path?: string) =>
  sql`exists (select 1 from ${unknownPaths} where ${path === undefined ? sql`true` : eq(unknownPaths.path, path)})`;

export function deleteUnknownPath(build: Build, path: string) {
  return build.delete(unknownPaths).where(eq(unknownPaths.path, path));
}

export function deleteUnknownPaths(build: Build) {
  return build.delete(unknownPaths);
}
