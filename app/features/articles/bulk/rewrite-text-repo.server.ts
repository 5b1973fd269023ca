// SQL for changing only the text of an article.
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

const bytes = sql<number>`octet_length(${articles.content})`;

/**
 * Excludes articles in the Trash. `content` is null if it is longer than `most` bytes.
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

/** Texts from revisions. */
export function selectRevisionTexts(build: Build, articleId: string, versions: readonly number[]) {
  const textOf = (name: string) => sql<string>`${articleRevisions.snapshot} ->> ${sql.raw(`'${name}'`)}`;
  return build
    .select({ version: articleRevisions.version, content: textOf('content'), summary: textOf('summary') })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, articleId), inArray(articleRevisions.version, [...versions])));
}
