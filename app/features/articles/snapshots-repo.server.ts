// The SQL of whole articles and of the revisions kept of them.
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ArticleSnapshot, SaveCause } from './article-snapshot';

type Build = Database['build'];

/** An `ArticleSnapshot` of a row of `articles`, or of a statement's rows that stand under that name. */
export const snapshot: SQL<ArticleSnapshot> = sql`jsonb_build_object(
  'title', articles.title, 'slug', articles.slug, 'summary', articles.summary, 'content', articles.content,
  'author', articles.author, 'readTime', articles.read_time, 'categoryId', articles.category_id,
  'categoryName', (select c.name from ${categories} c where c.id = articles.category_id),
  'status', articles.status, 'isFeatured', articles.is_featured, 'isPopular', articles.is_popular,
  'membersOnly', articles.members_only,
  'imageUrl', articles.image_url, 'imageAlt', articles.image_alt,
  'publishAt', articles.publish_at, 'publishDate', articles.publish_date,
  'tags', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name)
    from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = articles.id), '[]'))`;

/** The article and its version; nothing when it is gone or in the Trash. */
export function selectSnapshot(build: Build, id: string) {
  return build
    .select({
      version: articles.version,
      updatedAt: articles.updatedAt,
      ownerId: articles.ownerId,
      firstPublishedAt: articles.firstPublishedAt,
      snapshot,
    })
    .from(articles)
    .where(and(eq(articles.id, id), isNull(articles.deletedAt)));
}

/** The text beside which a summary stood first, in the versions that were kept or in the present one. */
export function selectFirstText(build: Build, id: string, summary: string) {
  const kept = articleRevisions.snapshot;
  return build
    .select({ version: articleRevisions.version, content: sql<string>`${kept} ->> 'content'` })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, id), sql`${kept} ->> 'summary' = ${summary}`))
    .unionAll(
      build
        .select({ version: articles.version, content: articles.content })
        .from(articles)
        .where(and(eq(articles.id, id), eq(articles.summary, summary))),
    )
    .orderBy(sql`1`)
    .limit(1);
}

/** Keeps the article as it is at this point of the transaction; a version that is kept already stays as it was kept. */
export function insertRevision(build: Build, id: string, cause: SaveCause, actorId: string | null) {
  return build.execute(sql`
    insert into ${articleRevisions} (article_id, version, cause, actor_id, snapshot, created_at)
    select articles.id, articles.version, ${cause}, ${actorId}::uuid, ${snapshot}, articles.updated_at
    from ${articles} where articles.id = ${id} on conflict (article_id, version) do nothing`);
}
