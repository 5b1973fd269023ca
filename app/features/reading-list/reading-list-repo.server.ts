// SQL for reading lists. Articles that are not public are left out until they are public again.
import { cardColumns, cardsOf, idsOf, isPublic } from 'db/public-articles';
import { articles } from 'db/schema/articles';
import { readingList } from 'db/schema/reading-list';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/**
 * Adds a published article, unless it is already listed. Returns its title, or no row if it isn't published.
 */
export function insertSaved(build: Build, userId: string, slug: string, now: Date) {
  return build.execute<{ title: string }>(sql`
    with found as (select ${articles.id}, ${articles.title} from ${articles} where ${isPublic} and ${articles.slug} = ${slug}),
    saved as (
      insert into ${readingList} (user_id, article_id, saved_at)
      select ${userId}::uuid, found.id, ${now.toISOString()}::timestamptz from found on conflict do nothing)
    select title from found`);
}

export function deleteSaved(build: Build, userId: string, slug: string) {
  return build.execute(sql`
    delete from ${readingList} r using ${articles} a
    where r.article_id = a.id and r.user_id = ${userId}::uuid and a.slug = ${slug}`);
}

/** The title of a published article, and whether it is on this user's list. */
export function selectSaved(build: Build, userId: string, slug: string) {
  return build
    .select({
      title: articles.title,
      saved: sql<boolean>`exists (select 1 from ${readingList} r
        where r.article_id = ${articles.id} and r.user_id = ${userId}::uuid)`,
    })
    .from(articles)
    .where(and(isPublic, eq(articles.slug, slug)));
}

/** A page of a user's list, most recently saved first. */
export function selectList(build: Build, userId: string, limit: number, offset: number) {
  const ids = build
    .select({ id: readingList.articleId })
    .from(readingList)
    .innerJoin(articles, eq(articles.id, readingList.articleId))
    .where(and(eq(readingList.userId, userId), isPublic))
    .orderBy(desc(readingList.savedAt), desc(readingList.articleId))
    .limit(limit)
    .offset(offset);
  return build.select(cardColumns).from(cardsOf(idsOf(ids)));
}

export function countList(build: Build, userId: string) {
  return build
    .select({ total: sql<number>`count(*)::int` })
    .from(readingList)
    .innerJoin(articles, eq(articles.id, readingList.articleId))
    .where(and(eq(readingList.userId, userId), isPublic));
}
