// SQL that reads an article as a snapshot.
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ArticleSnapshot } from './article-snapshot';

/** The `ArticleSnapshot` of a row of `articles`, or of a subquery with that alias. */
export const snapshot: SQL<ArticleSnapshot> = sql`jsonb_build_object(
  'title', articles.title, 'slug', articles.slug, 'summary', articles.summary, 'content', articles.content,
  'author', articles.author, 'coauthors', to_jsonb(coauthor_names(articles.id)), 'readTime', articles.read_time, 'categoryId', articles.category_id,
  'categoryName', (select c.name from ${categories} c where c.id = articles.category_id),
  'status', articles.status, 'isFeatured', articles.is_featured, 'isPopular', articles.is_popular,
  'membersOnly', articles.members_only, 'seo', articles.seo,
  'imageUrl', articles.image_url, 'imageAlt', articles.image_alt,
  'publishAt', articles.publish_at, 'publishDate', articles.publish_date,
  'tags', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name)
    from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = articles.id), '[]'))`;

/** The article and its version; empty if it doesn't exist or is in the Trash. */
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

/** The content of the earliest version with this summary, from revisions or the current version. */
export function selectFirstText(build: Build, id: string, summary: string) {
  const storedSnapshot = articleRevisions.snapshot;
  return build
    .select({ version: articleRevisions.version, content: sql<string>`${storedSnapshot} ->> 'content'` })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, id), sql`${storedSnapshot} ->> 'summary' = ${summary}`))
    .unionAll(
      build
        .select({ version: articles.version, content: articles.content })
        .from(articles)
        .where(and(eq(articles.id, id), eq(articles.summary, summary))),
    )
    .orderBy(sql`1`)
    .limit(1);
}
