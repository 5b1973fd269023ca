// SQL for tags.
import { slugHistory } from 'db/schema/addresses';
import { articles } from 'db/schema/articles';
import { articleTags, tags } from 'db/schema/tags';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** The slug with a number added if another tag has it; '' generates one from the id. */
const freeSlug = (slug: string, id: SQL) =>
  sql`free_slug('tags'::regclass, coalesce(nullif(${slug}, ''), 'tag-' || left(${id}::text, 8)), ${id})`;

/**
 * All tags by name, with their article counts. Articles in the Trash are counted separately and subtracted:
 * they are few, and all others can be counted from an index alone.
 */
export function selectTagCards(build: Build) {
  return build.execute<{ id: string; name: string; slug: string; articleCount: number; version: string }>(sql`
    select ${tags.id}, ${tags.name}, ${tags.slug}, ${tags.updatedAt}::text as version,
      (coalesce(carried.total, 0) - coalesce(trashed.total, 0))::integer as "articleCount"
    from ${tags}
    left join (select tag_id, count(*) as total from ${articleTags} group by tag_id) carried
      on carried.tag_id = ${tags.id}
    left join (select at.tag_id, count(*) as total from ${articles} a join ${articleTags} at on at.article_id = a.id
      where a.deleted_at is not null group by at.tag_id) trashed on trashed.tag_id = ${tags.id}
    order by lower(${tags.name}), ${tags.id}`);
}

export function selectTagRow(build: Build, id: string) {
  return build.select({ name: tags.name, slug: tags.slug }).from(tags).where(eq(tags.id, id));
}

/** The slug that `updateTag` would store. */
export function selectFreeTagSlug(build: Build, id: string, slug: string) {
  return build.execute<{ slug: string }>(sql`select ${freeSlug(slug, sql`${id}::uuid`)} as slug`);
}

/** @param slug normalized; '' generates one from the id */
export function insertTag(build: Build, name: string, slug: string) {
  return build.execute<{ id: string; slug: string }>(sql`
    with made as (select gen_random_uuid() as id)
    insert into ${tags} (id, name, slug)
    select id, ${name}, ${freeSlug(slug, sql`id`)} from made returning id, slug`);
}

/**
 * Saves the tag if its version is still `version`. Otherwise sets `name` to null, so that the not-null
 * constraint rejects the update.
 * @param slug as in `insertTag`
 * @param version '' overwrites without the check
 */
export function updateTag(build: Build, id: string, name: string, slug: string, version: string) {
  return build.execute<{ slug: string }>(sql`
    update ${tags} set name = case when ${version} in ('', updated_at::text) then ${name} end, updated_at = now(),
      slug = ${freeSlug(slug, sql`id`)}
    where id = ${id} returning slug`);
}

/** SQL condition for the audit entry: write it only if the tag still exists. */
export const tagExists = (id: string) => sql`exists (select 1 from ${tags} where id = ${id})`;

export function deleteTagRow(build: Build, id: string) {
  return build.delete(tags).where(eq(tags.id, id)).returning({ name: tags.name, slug: tags.slug });
}

export function selectChosenTags(build: Build, ids: readonly string[]) {
  return build
    .select({ id: tags.id, name: tags.name, slug: tags.slug })
    .from(tags)
    .where(inArray(tags.id, [...ids]))
    .orderBy(tags.id);
}

/**
 * First statement of a transaction that removes tags: locks their articles, in id order. A save locks its
 * article before it writes tags, so locking the tags first could deadlock with it.
 */
export function lockArticlesOf(build: Build, ids: readonly string[]) {
  const tagged = build
    .select({ id: articleTags.articleId })
    .from(articleTags)
    .where(inArray(articleTags.tagId, [...ids]));
  return build
    .select({ id: articles.id })
    .from(articles)
    .where(inArray(articles.id, tagged))
    .orderBy(articles.id)
    .for('no key update');
}

/** Locks the tags until the transaction ends, in id order, so that concurrent merges cannot deadlock. */
export const lockTags = (build: Build, ids: readonly string[]) => selectChosenTags(build, ids).for('update');

/**
 * Assigns the tag `into` to the articles of `from`. Increments their versions, because open editors show the
 * old tags. Fails if `into` doesn't exist (foreign key).
 */
export function moveArticles(build: Build, from: readonly string[], into: string) {
  const carried = build
    .select({ id: articleTags.articleId })
    .from(articleTags)
    .where(inArray(articleTags.tagId, [...from]));
  return [
    build
      .update(articles)
      .set({ version: sql`${articles.version} + 1` })
      .where(inArray(articles.id, carried))
      .returning({ id: articles.id }),
    build.execute(sql`
      insert into ${articleTags} (article_id, tag_id)
      select distinct moved.article_id, ${into}::uuid from ${articleTags} moved
      where ${inArray(sql`moved.tag_id`, [...from])}
      on conflict do nothing`),
  ] as const;
}

/** Deletes merged tags if `into` exists, and redirects their current and former slugs to it. */
export function deleteMergedTags(build: Build, from: readonly string[], into: string) {
  return [
    build
      .update(slugHistory)
      .set({ targetId: into })
      .where(and(eq(slugHistory.kind, 'tags'), inArray(slugHistory.targetId, [...from]))),
    build.execute<{ slug: string }>(sql`
      with deleted as (
        delete from ${tags} where ${inArray(tags.id, [...from])} and exists (select 1 from ${tags} t where t.id = ${into})
        returning slug)
      insert into ${slugHistory} (kind, slug, target_id) select 'tags', slug, ${into}::uuid from deleted
      on conflict (kind, slug) do update set target_id = excluded.target_id, created_at = excluded.created_at
      returning slug`),
  ] as const;
}
