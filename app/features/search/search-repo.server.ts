// The SQL of search.
import { articleDocuments, articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { sql } from 'drizzle-orm';
import type { ArticleCardRow, PublicArticle } from '~/features/articles/article-view';
import type { Database } from '~/platform/context';

/** So many of the newest are looked through before the index is asked. */
const NEWEST_WALKED = 400;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const tagsOfA = sql`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name)
  from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = a.id), '[]')`;
const isPublicA = sql`a.status = 'published' and a.deleted_at is null`;

export interface SearchRow extends Omit<ArticleCardRow, 'publishDate'> {
  publishDate: string;
  /** Null where the texts were not asked for. */
  content: string | null;
  tags: PublicArticle['tags'] | null;
}

/**
 * Published articles whose title, summary or text contains `query` (case and accents ignored), newest first.
 *
 * Two ways, the second only if the first does not fill the list: a common word is found soonest by walking back from
 * the newest article, a rare one by the trigram index. Either way alone is slow for the other kind of word.
 */
export function selectMatches(build: Database['build'], query: string, limit: number, withContent: boolean) {
  return build.execute<SearchRow & Record<string, unknown>>(sql`
    with words as materialized (
      select search_normal(${query}) as text
    ), edge as materialized (
      -- Where the walk ends; before all time when there are not as many articles.
      select coalesce(e.publish_date, '-infinity') as publish_date, coalesce(e.id, ${NO_ID}) as id
      from (select 1) as one left join lateral (
        select a.publish_date, a.id from ${articles} a where ${isPublicA}
        order by a.publish_date desc, a.id desc offset ${NEWEST_WALKED} limit 1) as e on true
    ), containing as materialized (
      -- Apart, or the planner would walk all articles by date here too; it runs only when something asks for its rows.
      select d.article_id from ${articleDocuments} d
      where d.document like (select '%' || regexp_replace(text, '([\\\\%_])', '\\\\\\1', 'g') || '%' from words)
    ), matches as (
      -- strpos and not like: no index may tempt the planner away from the walk.
      (select a.id from ${articles} a join ${articleDocuments} d on d.article_id = a.id
        where ${isPublicA} and (select text from words) <> '' and strpos(d.document, (select text from words)) > 0
          and (a.publish_date, a.id) > (select publish_date, id from edge)
        order by a.publish_date desc, a.id desc limit ${limit})
      union all
      (select a.id from containing cross join lateral (
          -- One by one: joined as a whole, every published article would be read for a handful of matches.
          select a.id, a.publish_date from ${articles} a
          where a.id = containing.article_id and ${isPublicA} and (select text from words) <> ''
            and (a.publish_date, a.id) <= (select publish_date, id from edge) offset 0) as a
        order by a.publish_date desc, a.id desc limit ${limit})
      limit ${limit}
    )
    select a.id, a.slug, a.title, a.summary, a.author, au.slug as "authorSlug", a.publish_date as "publishDate",
      a.read_time as "readTime", a.image_url as "imageUrl", a.image_alt as "imageAlt", a.is_popular as "isPopular",
      a.is_featured as "isFeatured", a.category_id as "categoryId", c.slug as "categorySlug", c.name as "categoryName",
      ${withContent ? sql`a.content` : sql`null`} as content, ${withContent ? tagsOfA : sql`null`} as tags
    from matches m join ${articles} a on a.id = m.id
    left join ${categories} c on c.id = a.category_id
    left join ${authors} au on au.id = a.author_id
    order by a.publish_date desc, a.id desc`);
}
