// SQL for related articles. The computation is `relate_articles` in db/functions/related.sql.
import { authorNamesOf } from 'db/article-authors';
import { foundArticles } from 'db/found-articles';
import { cardColumns, cardsOf, idsOf, isPublic } from 'db/public-articles';
import { type Places, reusable } from 'db/reusable';
import { articles } from 'db/schema/articles';
import { relatedArticles, relatedChoices, relatedOutdated, searchDocuments } from 'db/schema/search';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { MAX_PINNED, type RelatedCandidate } from './related';

/** Why an article is shown: pinned, by content, the newest of the category, the newest of all. */
export type RelatedSource = 0 | 1 | 2 | 3;
const BY_CONTENT: RelatedSource = 1;

export const isFallback = (source: RelatedSource): boolean => source > BY_CONTENT;

/**
 * The public articles to show below an article, which the database chooses.
 * @param own SQL with the columns `id` and `category_id` of the article
 */
function selectShown(build: Build, own: SQL, limit: SQL) {
  const picked = build
    .$with('picked', {
      id: sql<string>`related_id`.as('related_id'),
      source: sql<RelatedSource>`source`.as('source'),
      place: sql<number>`place`.as('place'),
    })
    .as(sql`select p.* from (${own}) own, shown_related(own.id, own.category_id, (${limit})::integer) p`);
  return build
    .with(picked)
    .select({ ...cardColumns, source: picked.source })
    .from(picked)
    .innerJoin(cardsOf(idsOf(build.select({ id: picked.id }).from(picked))), eq(cardColumns.id, picked.id))
    .orderBy(picked.source, picked.place, picked.id);
}

export const selectRelated = reusable((build: Build, place: Places<{ slug: string; limit: number }>) =>
  selectShown(
    build,
    sql`select id, category_id from ${articles} where ${and(isPublic, eq(articles.slug, place.slug))}`,
    sql`${place.limit}`,
  ),
);

/** The related articles of any article, including those that are not public. */
export function selectRelatedOf(build: Build, id: string, limit: number) {
  return selectShown(
    build,
    sql`select id, category_id from ${articles} where ${articles.id} = ${id}`,
    sql`${limit}`,
  );
}

export function selectTitle(build: Build, id: string) {
  const isOutdated = sql<boolean>`exists (select 1 from ${relatedOutdated} ro where ro.article_id = ${articles.id})`;
  return build
    .select({ title: articles.title, isOutdated, isPublic: sql<boolean>`${isPublic}` })
    .from(articles)
    .where(eq(articles.id, id));
}

export type CandidateRow = Record<string, unknown> &
  Omit<RelatedCandidate, 'author'> & { authors: string[]; isFound: boolean };

/**
 * Every article with a score or a choice, in order, then those found by `search`.
 * @param ownerId hides title, address and authors of others' articles that are not public; null hides nothing
 */
export function selectRelatedCandidates(
  build: Build,
  id: string,
  { search, limit, ownerId }: { search: string; limit: number; ownerId: string | null },
) {
  return build.execute<CandidateRow>(sql`
    with found as materialized ${foundArticles(search, limit)}, chosen as (
      select id from found
      union select related_id from ${relatedArticles} where article_id = ${id}::uuid
      union select related_id from ${relatedChoices} where article_id = ${id}::uuid
    )
    select a.id, case when v.shown then a.title else 'Unpublished article' end as title, case when v.shown then a.slug else '' end as slug,
      case when v.shown then ${authorNamesOf('a')} else '[]' end as authors, a.status, a.status = 'published' and a.deleted_at is null as "isPublic",
      v.own as "mayEdit", ra.score, rc.choice, found.id is not null as "isFound"
    from chosen join ${articles} a on a.id = chosen.id and a.id <> ${id}::uuid
    cross join lateral (
      select o.own, o.own or is_public(a.status, a.deleted_at) as shown
      from (select ${ownerId}::uuid is null or coalesce(a.owner_id = ${ownerId}::uuid, false) as own) as o) as v
    left join ${relatedArticles} ra on ra.article_id = ${id}::uuid and ra.related_id = a.id
    left join ${relatedChoices} rc on rc.article_id = ${id}::uuid and rc.related_id = a.id
    left join found on found.id = a.id
    order by rc.place nulls last, ra.score desc nulls last, found.place, a.id`);
}

/** Pins an article below those already pinned; returns no row if there are too many. */
export function pinRelated(build: Build, articleId: string, relatedId: string) {
  return build.execute(sql`
    insert into ${relatedChoices} (article_id, related_id, choice, place)
    select ${articleId}::uuid, ${relatedId}::uuid, 'pinned', coalesce(max(place), 0) + 1 from ${relatedChoices}
    where article_id = ${articleId}::uuid and choice = 'pinned'
    having count(*) filter (where related_id <> ${relatedId}::uuid) < ${MAX_PINNED}
    on conflict (article_id, related_id) do update set choice = 'pinned', place = excluded.place
    returning related_id`);
}

export function isPinned(articleId: string, relatedId: string): SQL {
  return sql`exists (select 1 from ${relatedChoices} where article_id = ${articleId}::uuid
    and related_id = ${relatedId}::uuid and choice = 'pinned')`;
}

export function excludeRelated(build: Build, articleId: string, relatedId: string) {
  return build
    .insert(relatedChoices)
    .values({ articleId, relatedId, choice: 'excluded' })
    .onConflictDoUpdate({
      target: [relatedChoices.articleId, relatedChoices.relatedId],
      set: { choice: 'excluded', place: 0 },
    });
}

export function deleteChoice(build: Build, articleId: string, relatedId: string) {
  return build
    .delete(relatedChoices)
    .where(and(eq(relatedChoices.articleId, articleId), eq(relatedChoices.relatedId, relatedId)));
}

/** Swaps a pinned article with the one above it. */
export function movePinnedUp(build: Build, articleId: string, relatedId: string) {
  return build.execute(sql`
    with pinned as (
      select related_id, row_number() over (order by place, related_id) as n from ${relatedChoices}
      where article_id = ${articleId}::uuid and choice = 'pinned'
    ), moved as (select n from pinned where related_id = ${relatedId}::uuid and n > 1)
    update ${relatedChoices} rc
    set place = case pinned.n when moved.n then pinned.n - 1 when moved.n - 1 then pinned.n + 1 else pinned.n end
    from pinned, moved where rc.article_id = ${articleId}::uuid and rc.related_id = pinned.related_id`);
}

/** Computes the related articles of up to `limit` articles that changed. */
export function relateNext(build: Build, limit: number) {
  return build.execute<{ taken: number; changed: string[] }>(
    sql`select taken, changed from relate_outdated_articles(${limit})`,
  );
}

/** Marks every public article, so that the cron task computes its related articles again. */
export function markAllOutdated(build: Build) {
  return build.execute(sql`
    insert into ${relatedOutdated} (article_id) select article_id from ${searchDocuments} where public_at is not null
    order by article_id on conflict (article_id) do update set changed_at = clock_timestamp()`);
}

export function countOutdated(build: Build) {
  return build.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(relatedOutdated);
}
