// The SQL of saving an article. Each statement stands alone; together, in the order of `save-article.server.ts`, they
// are one transaction.
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ArticleStatus } from './article-status';

type Build = Database['build'];

/** An article's columns as they are to be. `slug` and `author` are wishes: the database makes what they need. */
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
}

/** Refuses a stale version (ConflictError) and an article that is gone (NotFoundError), and holds its lock. */
export function lockArticle(build: Build, at: { id: string; version: number }) {
  return build.execute(sql`select lock_article(${at.id}::uuid, ${at.version}::integer)`);
}

/** Makes the author unless there is one of that name. `slug` may be taken; `id` is the new row's. */
export function insertAuthor(build: Build, author: { id: string; name: string; slug: string }) {
  return build.execute(sql`
    insert into ${authors} (id, name, slug)
    select ${author.id}::uuid, ${author.name}, free_slug('authors'::regclass, ${author.slug}, null)
    where not exists (select 1 from ${authors} known where known.name = ${author.name})
    on conflict (name) do nothing`);
}

/** @param ownerId the account that writes it, if one does */
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

/** What an article brings along from where it was before. */
export interface ArticleDates {
  publishDate: Date;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

/** Like `insertArticle`. A category that is gone meanwhile is none. */
export function insertImportedArticle(build: Build, id: string, values: ArticleValues, dates: ArticleDates) {
  const categoryId = sql`(select c.id from ${categories} c where c.id = ${values.categoryId}::uuid)`;
  return build.insert(articles).values({ id, ...columnsOf(id, values), ...dates, categoryId });
}

/** The article's tags by id, and by name: those are made where they are missing. */
export function insertTagsNamed(
  build: Build,
  id: string,
  tagIds: readonly string[],
  named: readonly { name: string; slug: string }[],
) {
  // One by one: a slug that the one before took is taken.
  const made = named.map(({ name, slug }) =>
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
  const tied = build.execute(sql`
    insert into ${articleTags} (article_id, tag_id)
    select ${id}::uuid, t.id from ${tags} t where t.name in (${names}) on conflict do nothing`);
  return [insertTagsOf(build, id, tagIds), ...made, ...(named.length > 0 ? [tied] : [])];
}

/** Raises the version, whatever changes. `keepPublishDate` counts for what is published already. */
export function updateArticle(
  build: Build,
  id: string,
  values: ArticleValues,
  stamp: { now: Date; keepPublishDate: boolean },
) {
  const keeps = sql`${articles.status} = 'published' and ${stamp.keepPublishDate}::boolean`;
  return build
    .update(articles)
    .set({
      ...columnsOf(id, values),
      publishDate: sql`case when ${keeps} then ${articles.publishDate} else ${stamp.now.toISOString()}::timestamptz end`,
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

/** A tag that was deleted meanwhile is left out. */
export function insertTagsOf(build: Build, id: string, tagIds: readonly string[]) {
  return build.execute(sql`
    insert into ${articleTags} (article_id, tag_id)
    select ${id}::uuid, t.id from ${tags} t where t.id = any(${toUuidArray(tagIds)})`);
}

function toUuidArray(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`;
}

/**
 * The audit line's details, told by the database: the slug may have got a number.
 * @param changes of all other fields
 */
export function detailsOf(id: string, changes: Record<string, unknown>, slugBefore: string): SQL {
  return sql`jsonb_build_object('id', ${id}::text, 'changes', ${JSON.stringify(changes)}::jsonb || coalesce(
    (select jsonb_build_object('slug', jsonb_build_object('from', ${slugBefore}::text, 'to', a.slug))
      from ${articles} a where a.id = ${id}::uuid and a.slug <> ${slugBefore}), '{}'))`;
}
