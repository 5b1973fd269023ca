// SQL for articles on public pages. Every statement selects published articles only.
import { allOf } from 'db/conditions';
import { cardColumns, cardsOf, idsOf, isPublic } from 'db/public-articles';
import { publicContentOf } from 'db/public-content';
import { type Places, reusable } from 'db/reusable';
import { slugHistory } from 'db/schema/addresses';
import { articleCoauthors, articles, authors, publishedCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Seo } from '~/features/seo/seo';
import type { Build } from '~/platform/context';
import type { AuthorProfile, Coauthor } from '../authors/author';
import type { DynamicCardRow } from './dynamic-blocks.server';

const newestFirst = [desc(articles.publishDate), desc(articles.id)];

/** The cards of articles, in the order of the query for their ids. */
const selectCards = (build: Build, ids: SQLWrapper) => build.select(cardColumns).from(cardsOf(idsOf(ids)));

/** A page of a list. */
interface PageRange {
  limit: number;
  offset: number;
}
type SlugPage = PageRange & { slug: string };

/** Builds a paginated query for a condition. Skipping the ids of a deep page needs only the index. */
const pagesOf = <Values extends PageRange>(where: (place: Places<Values>) => SQL) =>
  reusable((build: Build, place: Places<Values>) =>
    selectCards(
      build,
      build
        .select({ id: articles.id })
        .from(articles)
        .where(where(place))
        .orderBy(...newestFirst)
        .limit(place.limit)
        .offset(place.offset),
    ),
  );

export const selectNewest = pagesOf<PageRange>(() => isPublic);

export const selectOfCategory = pagesOf<SlugPage>(({ slug }) => {
  const categoryId = sql`(select c.id from ${categories} c where c.slug = ${slug})`;
  return allOf(isPublic, eq(articles.categoryId, categoryId));
});

/**
 * Articles of an author or co-author. Each half is read newest first, so that the half for first authors
 * needs only its index.
 */
export const selectOfAuthor = reusable((build: Build, place: Places<SlugPage>) => {
  const authorId = sql`(select au.id from ${authors} au where au.slug = ${place.slug})`;
  const newest = (from: SQL) => sql`(select a.id, a.publish_date from ${from}
    and a.status = 'published' and a.deleted_at is null
    order by a.publish_date desc, a.id desc limit ${place.limit}::integer + ${place.offset}::integer)`;
  const ids = sql`(select listed.id from (
      ${newest(sql`${articles} a where a.author_id = ${authorId}`)} union all
      ${newest(sql`${articleCoauthors} ac join ${articles} a on a.id = ac.article_id where ac.author_id = ${authorId}`)}
    ) listed order by listed.publish_date desc, listed.id desc limit ${place.limit} offset ${place.offset})`;
  return selectCards(build, ids);
});

export const selectOfTag = pagesOf<SlugPage>(({ slug }) => {
  const tagId = sql`(select t.id from ${tags} t where t.slug = ${slug})`;
  const hasTag = sql`exists (select 1 from ${articleTags} at where at.article_id = ${articles.id} and at.tag_id = ${tagId})`;
  // Without the first condition, every article would be read for an unknown tag.
  return allOf(sql`${tagId} is not null`, isPublic, hasTag);
});

export const selectFeatured = reusable((build: Build, place: Places<{ limit: number }>) =>
  selectCards(
    build,
    build
      .select({ id: articles.id })
      .from(articles)
      .where(and(isPublic, eq(articles.isFeatured, sql`true`)))
      .orderBy(...newestFirst)
      .limit(place.limit),
  ),
);

/**
 * The newest articles of each category whose current or former slug is in `slugs`; `section` is that slug.
 * One statement, because planning a union of six takes longer than running it.
 */
export const selectNewestOfCategories = reusable(
  (build: Build, place: Places<{ slugs: readonly string[]; limit: number }>) => {
    const newest = build
      .select({ id: articles.id })
      .from(articles)
      .where(and(isPublic, eq(articles.categoryId, categories.id)))
      .orderBy(...newestFirst)
      .limit(place.limit)
      .as('newest');
    const named = build
      .select({ section: sql<string>`s.slug`.as('section') })
      .from(sql`unnest(${place.slugs}::text[]) s (slug)`)
      .leftJoin(slugHistory, sql`${slugHistory.kind} = 'categories' and ${slugHistory.slug} = s.slug`)
      .where(sql`s.slug = ${categories.slug} or ${slugHistory.targetId} = ${categories.id}`)
      .orderBy(sql`s.slug <> ${categories.slug}`, sql`s.slug`)
      .limit(1)
      .as('named');
    const listed = build
      .$with('listed')
      .as(
        build
          .select({ section: named.section, id: newest.id })
          .from(categories)
          .innerJoinLateral(named, sql`true`)
          .innerJoinLateral(newest, sql`true`),
      );
    return build
      .with(listed)
      .select({ ...cardColumns, section: listed.section })
      .from(listed)
      .innerJoin(cardsOf(idsOf(build.select({ id: listed.id }).from(listed))), eq(cardColumns.id, listed.id))
      .orderBy(desc(cardColumns.publishDate), desc(cardColumns.id));
  },
);

/** Null if an editor has entered nothing about the author. */
const authorProfile = sql<AuthorProfile | null>`author_profile(${authors})`;

const dynamicCards = sql<DynamicCardRow[] | null>`cards_in(${articles.content})`;

/** The card of each row's article, for `pageColumns`. */
export const ownCard = cardsOf(sql`array[${articles.id}]`);

/**
 * Columns with the full content, for callers that may show it. For articles for members, `publicContentOf`
 * selects only the beginning.
 */
export const pageColumns = {
  ...cardColumns,
  content: articles.content,
  firstPublishedAt: articles.firstPublishedAt,
  updatedAt: articles.updatedAt,
  seo: sql<Seo>`${articles.seo}`,
  authorProfile,
  dynamicCards,
  coauthors: sql<Coauthor[]>`coalesce(coauthors_of(${articles.id}, true), '[]')`,
  tags: sql<
    { slug: string; name: string }[]
  >`coalesce((select json_agg(json_build_object('slug', t.slug, 'name', t.name)
    order by t.name) from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = ${articles.id}), '[]')`,
};

export const selectBySlug = reusable((build: Build, place: Places<{ slug: string }>) =>
  build
    .select({ ...pageColumns, content: publicContentOf() })
    .from(articles)
    .innerJoin(ownCard, sql`true`)
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(and(isPublic, eq(articles.slug, place.slug))),
);

/** A published article with its full content, for members. */
export function selectWhole(build: Build, slug: string) {
  return build
    .select(pageColumns)
    .from(articles)
    .innerJoin(ownCard, sql`true`)
    .leftJoin(authors, eq(authors.id, articles.authorId))
    .where(and(isPublic, eq(articles.slug, slug)));
}

/** The beginning of a published article for members, and the content after it. */
export function selectRest(build: Build, slug: string) {
  return build
    .select({
      dynamicCards,
      beginning: sql<string>`article_beginning(${articles.content})`,
      rest: sql<string>`substr(${articles.content}, length(article_beginning(${articles.content})) + 1)`,
    })
    .from(articles)
    .where(and(isPublic, articles.membersOnly, eq(articles.slug, slug)));
}

/** An author with the number of their published articles. */
export const selectAuthor = reusable((build: Build, place: Places<{ slug: string }>) =>
  build
    .select({
      id: authors.id,
      name: authors.name,
      slug: authors.slug,
      profile: authorProfile,
      total: publishedTotal('author', authors.id),
    })
    .from(authors)
    .where(eq(authors.slug, place.slug)),
);

export const selectTag = reusable((build: Build, place: Places<{ slug: string }>) =>
  build
    .select({ id: tags.id, name: tags.name, slug: tags.slug, total: publishedTotal('tag', tags.id) })
    .from(tags)
    .where(eq(tags.slug, place.slug)),
);

function publishedTotal(kind: 'author' | 'tag', ownerId: typeof authors.id | typeof tags.id) {
  return sql<number>`coalesce((select pc.total from ${publishedCounts} pc
    where pc.kind = ${sql.raw(`'${kind}'`)} and pc.owner_id = ${ownerId}), 0)`.mapWith(Number);
}
