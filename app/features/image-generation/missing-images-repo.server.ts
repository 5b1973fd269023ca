// SQL for articles without an image.
import { authorText } from 'db/article-authors';
import { allOf } from 'db/conditions';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { jobItems, jobs } from 'db/schema/jobs';
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** Must match the predicate of the partial index, so that the planner uses it. */
const hasNoImage = allOf(
  sql`(${articles.imageUrl} is null or ${articles.imageUrl} = '')`,
  isNull(articles.deletedAt),
);

/** Which job's item statuses to show: the given id, or the newest running job of the kind. */
export interface ShownJob {
  kind: string;
  id: string | null;
}

export function selectMissingImages(build: Build, shown: ShownJob, limit: number, offset: number) {
  const job = sql`coalesce(${shown.id}::uuid, (select id from ${jobs} where kind = ${shown.kind} and status = 'running'
    order by created_at desc, id desc limit 1))`;
  return build
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      publishDate: articles.publishDate,
      author: authorText(),
      status: articles.status,
      category: categories.name,
      categorySlug: categories.slug,
      work: jobItems.status,
      reason: jobItems.reason,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(jobItems, and(eq(jobItems.jobId, job), eq(jobItems.key, sql`${articles.id}::text`)))
    .where(hasNoImage)
    .orderBy(desc(articles.publishDate), desc(articles.id))
    .limit(limit)
    .offset(offset);
}

/** @param ids null for all articles */
export function countMissingImages(build: Build, ids: readonly string[] | null) {
  return build
    .select({ total: count() })
    .from(articles)
    .where(and(hasNoImage, ids ? inArray(articles.id, [...ids]) : undefined));
}

/** Selects (key, input) rows for job items, newest article first. */
export function missingAsItems(ids: readonly string[] | null): SQL {
  const chosen = ids ? inArray(articles.id, [...ids]) : undefined;
  return sql`select ${articles.id}::text as key, jsonb_build_object('title', ${articles.title}) as input
    from ${articles} where ${and(hasNoImage, chosen)} order by ${articles.publishDate} desc, ${articles.id} desc`;
}
