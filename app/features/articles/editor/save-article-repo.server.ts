// SQL for saving an article. `save-article.server.ts` combines these statements into one transaction, in its
// order.
import { articleCoauthors, articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Seo } from '~/features/seo/seo';
import type { Build } from '~/platform/context';
import type { ArticleStatus } from '../article';

/**
 * Column values of an article. If `slug` is taken, the database adds a number; `author` is looked up by name.
 */
export interface ArticleValues {
  title: string;
  slug: string;
  summary: string;
  content: string;
  author: string;
  readTime: number;
  categoryId: string | null;
  status: ArticleStatus;
  isFeatured: boolean;
  isPopular: boolean;
  membersOnly: boolean;
  imageUrl: string | null;
  imageAlt: string;
  publishAt: Date | null;
  seo: Seo;
}

/**
 * Locks the article. Fails with ConflictError if its version differs and NotFoundError if it doesn't exist.
 */
export function lockArticle(build: Build, at: { id: string; version: number }) {
  return build.execute(sql`select lock_article(${at.id}::uuid, ${at.version}::integer)`);
}

/**
 * Before `insertAuthor`: waits for a rename, merge or deletion of these authors and keeps their names until the
 * commit. In id order, as in a merge, so that the two cannot deadlock.
 */
export function lockAuthorsNamed(build: Build, names: readonly string[]) {
  return build.execute(sql`
    select 1 from ${authors} where name = any(array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)))
    order by id for key share`);
}

/** Creates the author unless the name exists. If `slug` is taken, a number is added. */
export function insertAuthor(
  build: Build,
  author: { id: string; name: string; slug: string; bio?: string | undefined },
) {
  return build.execute(sql`
    insert into ${authors} (id, name, slug, bio)
    select ${author.id}::uuid, ${author.name}, free_slug('authors'::regclass, ${author.slug}, null), ${author.bio ?? ''}
    where not exists (select 1 from ${authors} known where known.name = ${author.name})
    on conflict (name) do nothing`);
}

/** Sets the co-authors of an article that has none, in this order. Their rows of `authors` exist. */
export function insertCoauthors(build: Build, id: string, names: readonly string[]) {
  return build.execute(sql`
    insert into ${articleCoauthors} (article_id, author_id, position)
    select ${id}::uuid, au.id, named.position
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) with ordinality as named (name, position)
    join ${authors} au on au.name = named.name`);
}

export function deleteCoauthors(build: Build, id: string) {
  return build.delete(articleCoauthors).where(eq(articleCoauthors.articleId, id));
}

/** @param ownerId the account that creates it, if any */
export function insertArticle(
  build: Build,
  id: string,
  values: ArticleValues,
  now: Date,
  ownerId: string | null,
) {
  return build
    .insert(articles)
    .values({ id, ...columnsOf(id, values), publishDate: now, createdAt: now, ownerId })
    .returning({ id: articles.id, slug: articles.slug, version: articles.version });
}

/** Original dates of an imported article. */
export interface ArticleDates {
  publishDate: Date;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** Like `insertArticle`, but a category that no longer exists becomes null. */
export function insertImportedArticle(build: Build, id: string, values: ArticleValues, dates: ArticleDates) {
  const categoryId = sql`(select c.id from ${categories} c where c.id = ${values.categoryId}::uuid)`;
  return build.insert(articles).values({ id, ...columnsOf(id, values), ...dates, categoryId });
}

/** Sets the article's tags, by id and by name; missing names are created. */
export function insertTagsNamed(
  build: Build,
  id: string,
  tagIds: readonly string[],
  named: readonly { name: string; slug: string }[],
) {
  // One statement each, so that free_slug sees the slugs of the previous ones.
  const missing = named.map(({ name, slug }) =>
    build.execute(sql`
      insert into ${tags} (name, slug)
      select ${name}, free_slug('tags'::regclass, coalesce(nullif(${slug}, ''), 'tag-' || left(md5(${name}), 8)), null)
      where not exists (select 1 from ${tags} known where known.name = ${name})
      on conflict (name) do nothing`),
  );
  const names = sql.join(
    named.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const assigned = build.execute(sql`
    insert into ${articleTags} (article_id, tag_id)
    select ${id}::uuid, t.id from ${tags} t where t.name in (${names}) on conflict do nothing`);
  return [insertTagsOf(build, id, tagIds), ...missing, ...(named.length > 0 ? [assigned] : [])];
}

/** Increments the version, even without changes. `keepPublishDate` only applies to a published article. */
export function updateArticle(
  build: Build,
  id: string,
  values: ArticleValues,
  publishing: { now: Date; keepPublishDate: boolean; isRestore: boolean },
) {
  const keeps = sql`${publishing.isRestore}::boolean or (${articles.status} = 'published' and ${publishing.keepPublishDate}::boolean)`;
  return build
    .update(articles)
    .set({
      ...columnsOf(id, values),
      publishDate: sql`case when ${keeps} then ${articles.publishDate} else ${publishing.now.toISOString()}::timestamptz end`,
      version: sql`${articles.version} + 1`,
    })
    .where(eq(articles.id, id))
    .returning({ id: articles.id, slug: articles.slug, version: articles.version });
}

function columnsOf(id: string, values: ArticleValues) {
  return {
    ...values,
    slug: sql`free_slug('articles'::regclass, ${values.slug}, ${id}::uuid)`,
    authorId: sql`(select au.id from ${authors} au where au.name = ${values.author})`,
  };
}

export function deleteTagsOf(build: Build, id: string) {
  return build.delete(articleTags).where(eq(articleTags.articleId, id));
}

/** Skips tags that no longer exist. */
export function insertTagsOf(build: Build, id: string, tagIds: readonly string[]) {
  return build.execute(sql`
    insert into ${articleTags} (article_id, tag_id)
    select ${id}::uuid, t.id from ${tags} t where t.id = any(${toUuidArray(tagIds)})`);
}

function toUuidArray(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`;
}

/**
 * Details of the audit entry, built in SQL because the database may have added a number to the slug.
 * @param changes to all other fields
 */
export function detailsOf(id: string, changes: Record<string, unknown>, slugBefore: string): SQL {
  return sql`jsonb_build_object('id', ${id}::text, 'changes', ${JSON.stringify(changes)}::jsonb || coalesce(
    (select jsonb_build_object('slug', jsonb_build_object('from', ${slugBefore}::text, 'to', a.slug))
      from ${articles} a where a.id = ${id}::uuid and a.slug <> ${slugBefore}), '{}'))`;
}
