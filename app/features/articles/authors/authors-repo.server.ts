// SQL for authors.
import { type MediaReplacement, replacedMedia, showsMedia } from 'db/replaced-media';
import { profiles, users } from 'db/schema/accounts';
import { slugHistory } from 'db/schema/addresses';
import { articleCoauthors, articles, authors, publishedCounts } from 'db/schema/articles';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AccountChoice } from './author';

/** The values that a save of one's own profile writes. */
export interface ProfileValues {
  role: string;
  bio: string;
  imageUrl: string | null;
  links: string[];
}

/** The values that a save writes, without the slug. */
export interface AuthorValues extends ProfileValues {
  name: string;
  userId: string | null;
}

/** The slug with a number added if another author has it; '' generates one from the id. */
const freeSlug = (slug: string, id: SQL) =>
  sql`free_slug('authors'::regclass, coalesce(nullif(${slug}, ''), 'author-' || left(${id}::text, 8)), ${id})`;

/** Whether an article is by the author, alone or with others. */
const isBy = (id: string) => sql`(${articles.authorId} = ${id}::uuid or ${articles.id} in
  (select ac.article_id from ${articleCoauthors} ac where ac.author_id = ${id}::uuid))`;

const accountName = sql<string>`coalesce(nullif(${profiles.fullName}, ''), ${users.email}, 'Account without a name')`;

/** Authors with their linked account and the number of their published articles. */
function selectCards(build: Build) {
  return build
    .select({
      id: authors.id,
      name: authors.name,
      slug: authors.slug,
      role: authors.role,
      bio: authors.bio,
      imageUrl: authors.imageUrl,
      links: authors.links,
      userId: authors.userId,
      account: sql<AccountChoice | null>`case when ${users.id} is not null
        then json_build_object('id', ${users.id}, 'name', ${accountName}, 'role', ${profiles.role}) end`,
      articleCount: sql<number>`coalesce(${publishedCounts.total}, 0)`.mapWith(Number),
      version: sql<string>`${authors.updatedAt}::text`,
    })
    .from(authors)
    .leftJoin(users, eq(users.id, authors.userId))
    .leftJoin(profiles, eq(profiles.userId, authors.userId))
    .leftJoin(
      publishedCounts,
      sql`${publishedCounts.kind} = 'author' and ${publishedCounts.ownerId} = ${authors.id}`,
    );
}

/** All authors by name. */
export function selectAuthorCards(build: Build) {
  return selectCards(build).orderBy(sql`lower(${authors.name})`, authors.id);
}

/** The author that the account is linked to. */
export function selectLinkedAuthor(build: Build, userId: string) {
  return selectCards(build).where(eq(authors.userId, userId));
}

/** Staff accounts that are not linked to an author, by name. */
export function selectUnlinkedStaff(build: Build) {
  return build
    .select({ id: users.id, name: accountName, role: profiles.role })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(authors, eq(authors.userId, users.id))
    .where(and(isNotNull(profiles.role), isNull(authors.id)))
    .orderBy(sql`lower(${accountName})`, users.id);
}

/** Names can differ in case only, so an exact match comes first. */
export function selectNameLike(build: Build, name: string) {
  return build
    .select({ name: authors.name })
    .from(authors)
    .where(sql`lower(${authors.name}) = lower(${name})`)
    .orderBy(sql`${authors.name} <> ${name}`, authors.name)
    .limit(1);
}

export function selectStaffAccount(build: Build, userId: string) {
  return build
    .select({ id: profiles.userId })
    .from(profiles)
    .where(and(eq(profiles.userId, userId), isNotNull(profiles.role)));
}

/** Whether an article of any status names the author, in the Trash too. */
export function selectIsNamed(build: Build, id: string) {
  return build.select({ id: articles.id }).from(articles).where(isBy(id)).limit(1);
}

export function selectAuthorRow(build: Build, id: string) {
  const { name, slug, role, bio, imageUrl, links, userId } = authors;
  return build
    .select({ name, slug, role, bio, imageUrl, links, userId })
    .from(authors)
    .where(eq(authors.id, id));
}

/** The slug that `updateAuthor` would store. */
export function selectFreeAuthorSlug(build: Build, id: string, slug: string) {
  return build.execute<{ slug: string }>(sql`select ${freeSlug(slug, sql`${id}::uuid`)} as slug`);
}

/** @param slug normalized; '' generates one from the id */
export function insertProfile(build: Build, id: string, values: AuthorValues, slug: string) {
  return build.insert(authors).values({ id, ...values, slug: freeSlug(slug, sql`${id}::uuid`) });
}

/** The new name, or null if the version is no longer `version`, so that the not-null constraint rejects the update. */
const nameIfCurrent = (version: string, name: SQL) =>
  sql`case when ${version} in ('', ${authors.updatedAt}::text) then ${name} end`;

/**
 * Saves the author if the version is still `version`.
 * @param slug as in `insertProfile`
 * @param version '' overwrites without the check
 */
export function updateAuthor(build: Build, id: string, values: AuthorValues, slug: string, version: string) {
  return build
    .update(authors)
    .set({
      ...values,
      name: nameIfCurrent(version, sql`${values.name}`),
      slug: freeSlug(slug, sql`${id}::uuid`),
      updatedAt: sql`now()`,
    })
    .where(eq(authors.id, id))
    .returning({ slug: authors.slug });
}

const isLinked = (id: string, userId: string) =>
  sql`${authors.id} = ${id}::uuid and ${authors.userId} = ${userId}::uuid`;

/** Saves the profile like `updateAuthor`, if the account is linked to it. */
export function updateOwnProfile(
  build: Build,
  { id, userId }: { id: string; userId: string },
  values: ProfileValues,
  version: string,
) {
  return build
    .update(authors)
    .set({ ...values, name: nameIfCurrent(version, sql`${authors.name}`), updatedAt: sql`now()` })
    .where(isLinked(id, userId))
    .returning({ slug: authors.slug });
}

/** An UPDATE for `auditedChange`. */
export const replaceImageInAuthors = (ids: readonly string[], replacement: MediaReplacement) => sql`
  update ${authors} set image_url = ${replacedMedia(authors.imageUrl, replacement)}, updated_at = clock_timestamp()
  where ${and(inArray(authors.id, [...ids]), showsMedia('authors', authors.id, replacement.from))}
  returning id, name as subject`;

export function selectAuthorSlugs(build: Build, ids: readonly string[]) {
  return build
    .select({ slug: authors.slug })
    .from(authors)
    .where(inArray(authors.id, [...ids]));
}

/**
 * First statement of a rename: locks the articles, in id order. A save locks its article before its author,
 * so locking the author first could deadlock with it.
 */
export function lockArticlesBy(build: Build, id: string) {
  return build
    .select({ id: articles.id })
    .from(articles)
    .where(isBy(id))
    .orderBy(articles.id)
    .for('no key update');
}

/**
 * Writes the author's new name into their articles. Also raises the version of the articles that they
 * co-wrote. Otherwise an open editor would save the former name again.
 */
export function renameInArticles(build: Build, id: string, name: string) {
  return build
    .update(articles)
    .set({
      author: sql`case when ${articles.authorId} = ${id}::uuid then ${name} else ${articles.author} end`,
      version: sql`${articles.version} + 1`,
    })
    .where(isBy(id))
    .returning({ id: articles.id });
}

/** The author's public articles. */
export function selectPublicIdsBy(build: Build, id: string) {
  return build
    .select({ id: articles.id })
    .from(articles)
    .where(sql`${isBy(id)} and ${articles.status} = 'published' and ${articles.deletedAt} is null`);
}

/** SQL conditions for the audit entries. */
export const authorExists = (id: string) => sql`exists (select 1 from ${authors} where id = ${id})`;
export const authorIsLinked = (id: string, userId: string) =>
  sql`exists (select 1 from ${authors} where ${isLinked(id, userId)})`;
export const authorIsGone = (id: string) => sql`not ${authorExists(id)}`;

/** Waits for saves that name the author; their articles are then visible to the next statement. */
export function lockAuthor(build: Build, id: string) {
  return build.select({ id: authors.id }).from(authors).where(eq(authors.id, id)).for('update');
}

/** Locks both authors, in id order, so that concurrent merges cannot deadlock. Their articles are locked before. */
export function lockAuthors(build: Build, ids: readonly string[]) {
  return build
    .select({ id: authors.id })
    .from(authors)
    .where(inArray(authors.id, [...ids]))
    .orderBy(authors.id)
    .for('update');
}

/** Replaces an author with another in all articles. Raises their versions, because open editors show the old name. */
export function moveToAuthor(build: Build, from: string, into: string) {
  const isFirst = sql`${articles.authorId} = ${from}::uuid`;
  return [
    build
      .update(articles)
      .set({
        authorId: sql`case when ${isFirst} then ${into}::uuid else ${articles.authorId} end`,
        author: sql`case when ${isFirst} then (select au.name from ${authors} au where au.id = ${into}::uuid) else ${articles.author} end`,
        version: sql`${articles.version} + 1`,
      })
      .where(isBy(from))
      .returning({ id: articles.id }),
    build.execute(sql`
      with gone as (
        delete from ${articleCoauthors} ac where ac.author_id = ${from}::uuid returning ac.article_id, ac.position)
      insert into ${articleCoauthors} (article_id, author_id, position)
      select gone.article_id, ${into}::uuid, gone.position from gone
      on conflict do nothing`),
  ] as const;
}

/** Moves the readership counts of an author to another. */
export function moveReadership(build: Build, from: string, into: string) {
  return build.execute(
    sql`select move_author_reading(${from}::uuid, ${authors.id}) from ${authors} where ${authors.id} = ${into}::uuid`,
  );
}

/**
 * Deletes a merged author if `into` exists. `into` gets their current and former slugs, and their linked
 * account if it has none.
 */
export function deleteMergedAuthor(build: Build, from: string, into: string) {
  return [
    build
      .update(slugHistory)
      .set({ targetId: into })
      .where(and(eq(slugHistory.kind, 'authors'), eq(slugHistory.targetId, from))),
    build.execute<{ slug: string }>(sql`
      with deleted as (
        delete from ${authors} where ${authors.id} = ${from}::uuid and exists (select 1 from ${authors} t where t.id = ${into}::uuid)
        returning slug, user_id),
      linked as (
        update ${authors} kept set user_id = deleted.user_id, updated_at = now() from deleted
        where kept.id = ${into}::uuid and kept.user_id is null and deleted.user_id is not null),
      redirected as (
        -- A slug that still redirects was never the address of this author's page (keep_author_slugs).
        insert into ${slugHistory} (kind, slug, target_id) select 'authors', slug, ${into}::uuid from deleted
        on conflict (kind, slug) do nothing)
      select slug from deleted`),
  ] as const;
}

/** Deletes the author if no article names them. */
export function deleteAuthorRow(build: Build, id: string) {
  return build
    .delete(authors)
    .where(
      sql`${authors.id} = ${id}::uuid and not exists (select 1 from ${articles} a where a.author_id = ${authors.id})
        and not exists (select 1 from ${articleCoauthors} ac where ac.author_id = ${authors.id})`,
    )
    .returning({ id: authors.id });
}
