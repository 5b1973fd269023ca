// SQL for the revision history. No trigger writes it: every operation that changes an article inserts the revision in its transaction.
import { profiles } from 'db/schema/accounts';
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ArticleSnapshot, SaveCause } from './article-snapshot';
import { snapshot } from './snapshots-repo.server';

const MAX_REVISIONS = 200;

/** Stores the article's current state as a revision, unless its version already has one. */
export function insertRevision(build: Build, id: string, cause: SaveCause, actorId: string | null) {
  return insertRevisions(build, eq(articles.id, id), cause, actorId);
}

/** Does the same for all articles that match the condition. */
export function insertRevisions(
  build: Build,
  where: SQL | undefined,
  cause: SaveCause,
  actorId: string | null,
) {
  return build.execute(sql`
    insert into ${articleRevisions} (article_id, version, cause, actor_id, snapshot, created_at)
    select articles.id, articles.version, ${cause}, ${actorId}::uuid, ${snapshot}, articles.updated_at
    from ${articles} where ${where} on conflict (article_id, version) do nothing`);
}

/**
 * Deletes up to `most` revisions of articles in the Trash and returns how many. Deleting an article with thousands of
 * revisions in one statement could exceed the statement timeout. The last `most` are left for that statement, so that an
 * article with fewer keeps its history if it is restored in between.
 * @param chosen selects the ids of the articles
 */
export function deleteTrashedRevisions(build: Build, chosen: SQL, most: number) {
  return build.execute<{ total: number }>(sql`
    with gone as (
      delete from ${articleRevisions} where id in (
        select r.id from ${articleRevisions} r join ${articles} a on a.id = r.article_id
        where a.deleted_at is not null and a.id in (${chosen})
        order by r.article_id, r.version desc offset ${most} limit ${most})
      returning 1)
    select count(*)::integer as total from gone`);
}

const lineColumns = {
  version: articleRevisions.version,
  cause: articleRevisions.cause,
  actor: profiles.fullName,
  at: articleRevisions.createdAt,
};

/** Newest first, without the snapshots. */
export function selectRevisions(build: Build, articleId: string) {
  return build
    .select(lineColumns)
    .from(articleRevisions)
    .leftJoin(profiles, eq(profiles.userId, articleRevisions.actorId))
    .where(eq(articleRevisions.articleId, articleId))
    .orderBy(desc(articleRevisions.version))
    .limit(MAX_REVISIONS);
}

const storedSnapshot = sql<ArticleSnapshot>`${articleRevisions.snapshot}`;

export function selectRevision(build: Build, articleId: string, version: number) {
  return build
    .select({ ...lineColumns, actorId: articleRevisions.actorId, snapshot: storedSnapshot })
    .from(articleRevisions)
    .leftJoin(profiles, eq(profiles.userId, articleRevisions.actorId))
    .where(and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.version, version)));
}

/** A revision (the newest if `version` is null) and the one before it. */
export function selectRevisionPair(build: Build, articleId: string, version: number | null) {
  const upTo = version === null ? undefined : sql`${articleRevisions.version} <= ${version}`;
  return build
    .select({ ...lineColumns, snapshot: storedSnapshot })
    .from(articleRevisions)
    .leftJoin(profiles, eq(profiles.userId, articleRevisions.actorId))
    .where(and(eq(articleRevisions.articleId, articleId), upTo))
    .orderBy(desc(articleRevisions.version))
    .limit(2);
}
