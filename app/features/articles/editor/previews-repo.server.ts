// SQL for unpublished articles and their preview links.
import { articlePreviews } from 'db/schema/article-history';
import { articles, authors } from 'db/schema/articles';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { ownCard, pageColumns } from '../public/public-articles-repo.server';

function selectPages(build: Build) {
  return build
    .select(pageColumns)
    .from(articles)
    .innerJoin(ownCard, sql`true`)
    .leftJoin(authors, eq(authors.id, articles.authorId));
}

/** Any status, but not the Trash; only articles of `ownerId` if it is given. */
export function selectAnyBySlug(build: Build, slug: string, ownerId: string | null) {
  const owned = ownerId ? eq(articles.ownerId, ownerId) : undefined;
  return selectPages(build).where(and(eq(articles.slug, slug), isNull(articles.deletedAt), owned));
}

/** Members' articles that are no longer drafts: the preview link then shows only the public beginning. */
const isBeginningOnly = sql<boolean>`(${articles.membersOnly} and ${articles.status} <> 'draft')`;

/** @param hash of the link's token; expired links find nothing */
export function selectByPreview(build: Build, hash: string, now: Date) {
  const shared = sql`exists (select 1 from ${articlePreviews} p where p.article_id = ${articles.id}
    and p.hash = ${hash} and p.expires_at > ${now.toISOString()}::timestamptz)`;
  return build
    .select({
      ...pageColumns,
      content: sql<string>`case when ${isBeginningOnly} then article_beginning(${articles.content}) else ${articles.content} end`,
      isBeginningOnly,
    })
    .from(articles)
    .innerJoin(ownCard, sql`true`)
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(and(shared, isNull(articles.deletedAt)));
}

export function insertPreview(
  build: Build,
  preview: { hash: string; articleId: string; createdBy: string; createdAt: Date; expiresAt: Date },
) {
  return build.insert(articlePreviews).values(preview);
}

/** Links that have not expired, newest first. */
export function selectPreviews(build: Build, articleId: string, now: Date) {
  return build
    .select({ createdAt: articlePreviews.createdAt, expiresAt: articlePreviews.expiresAt })
    .from(articlePreviews)
    .where(and(eq(articlePreviews.articleId, articleId), gt(articlePreviews.expiresAt, now)))
    .orderBy(desc(articlePreviews.createdAt));
}

/** A condition for statements before `deletePreviews`. */
export const previewsExist = (articleId: string) =>
  sql`exists (select 1 from ${articlePreviews} where ${articlePreviews.articleId} = ${articleId})`;

export function deletePreviews(build: Build, articleId: string) {
  return build.delete(articlePreviews).where(eq(articlePreviews.articleId, articleId));
}
