// The SQL of changing an article's words and nothing else.
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

const bytes = sql<number>`octet_length(${articles.content})`;

/**
 * Rows of articles that are not in the Trash. A content of more than `most` bytes is left where it is: it comes as null.
 */
export function selectTexts(build: Build, ids: readonly string[], most: number) {
  return build
    .select({
      id: articles.id,
      version: articles.version,
      title: articles.title,
      slug: articles.slug,
      summary: articles.summary,
      content: sql<string | null>`case when ${bytes} <= ${most}::int then ${articles.content} end`,
      imageUrl: articles.imageUrl,
      membersOnly: articles.membersOnly,
    })
    .from(articles)
    .where(and(inArray(articles.id, [...ids]), isNull(articles.deletedAt)))
    .orderBy(articles.id);
}

export function updateText(build: Build, id: string, text: { content: string; summary: string }) {
  return build.update(articles).set(text).where(eq(articles.id, id)).returning({ version: articles.version });
}

/** The words that revisions kept. */
export function selectKeptTexts(build: Build, articleId: string, versions: readonly number[]) {
  const kept = (name: string) => sql<string>`${articleRevisions.snapshot} ->> ${sql.raw(`'${name}'`)}`;
  return build
    .select({ version: articleRevisions.version, content: kept('content'), summary: kept('summary') })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, articleId), inArray(articleRevisions.version, [...versions])));
}
