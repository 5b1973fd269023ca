// The SQL of articles without a picture.
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { jobItems, jobs } from 'db/schema/jobs';
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

/** Written as in the partial index, so that the planner knows it applies. */
const isLacking = and(
  sql`(${articles.imageUrl} is null or ${articles.imageUrl} = '')`,
  isNull(articles.deletedAt),
) as SQL;

/** The job that a list shows: the given one, else the newest of the kind that runs. */
export interface ShownJob {
  kind: string;
  id: string | null;
}

export function selectLacking(build: Build, shown: ShownJob, limit: number, offset: number) {
  const job = sql`coalesce(${shown.id}::uuid, (select id from ${jobs} where kind = ${shown.kind} and status = 'running'
    order by created_at desc, id desc limit 1))`;
  return build
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      publishDate: articles.publishDate,
      author: articles.author,
      status: articles.status,
      category: categories.name,
      categorySlug: categories.slug,
      work: jobItems.status,
      reason: jobItems.reason,
    })
    .from(articles)
    .leftJoin(categories, eq(categories.id, articles.categoryId))
    .leftJoin(jobItems, and(eq(jobItems.jobId, job), eq(jobItems.key, sql`${articles.id}::text`)))
    .where(isLacking)
    .orderBy(desc(articles.publishDate), desc(articles.id))
    .limit(limit)
    .offset(offset);
}

/** @param ids null for all of them */
export function countLacking(build: Build, ids: readonly string[] | null) {
  return build
    .select({ total: count() })
    .from(articles)
    .where(and(isLacking, ids ? inArray(articles.id, [...ids]) : undefined));
}

/** Key and input of a job's items, the newest article first. */
export function lackingAsItems(ids: readonly string[] | null): SQL {
  const chosen = ids ? inArray(articles.id, [...ids]) : undefined;
  return sql`select ${articles.id}::text as key, jsonb_build_object('title', ${articles.title}) as input
    from ${articles} where ${and(isLacking, chosen)} order by ${articles.publishDate} desc, ${articles.id} desc`;
}
