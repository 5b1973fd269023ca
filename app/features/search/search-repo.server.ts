// The SQL of search.
import { articleDocuments, articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { sql } from 'drizzle-orm';
import type { ArticleCardRow } from '~/features/articles/article-view';
import type { Database } from '~/platform/context';

/** So many of the newest are looked through before the index is asked. */
const NEWEST_LOOKED_THROUGH = 400;

export interface SearchRow extends Omit<ArticleCardRow, 'publishDate'> {
  publishDate: string;
  content: string | null;
}

/**
 * Published articles whose title, summary or text contains `query` (case and accents ignored), newest first.
 *
 * Two ways, the second only if the first does not fill the list: a common word is found soonest by walking back from
 * the newest article, a rare one by the trigram index. Either way alone is slow for the other kind of word.
 */
export function selectMatches(build: Database['build'], query: string, limit: number, withContent: boolean) {
  const document = articleDocuments.document;
  return build.execute<SearchRow & Record<string, unknown>>(sql`
    with pattern as materialized (
      select '%' || regexp_replace(search_normal(${query}), '([\\%_])', '\\\1', 'g') || '%' as text
    ), recent as materialized (
      select a.id, a.publish_date from ${articles} a
      where a.status = 'published' and a.deleted_at is null
      order by a.publish_date desc, a.id desc limit ${NEWEST_LOOKED_THROUGH}
    ), edge as materialized (
      select publish_date, id from recent order by publish_date, id limit 1
    ), containing as materialized (
      -- Apart, or the planner would walk all articles by date here too; it runs only when something asks for its rows.
      select article_id from ${articleDocuments} where ${document} like (select text from pattern)
    ), matches as (
      (select r.id, r.publish_date from recent r
        join ${articleDocuments} on ${articleDocuments.articleId} = r.id
        where ${document} like (select text from pattern)
        order by r.publish_date desc, r.id desc limit ${limit})
      union all
      (select a.id, a.publish_date from containing join ${articles} a on a.id = containing.article_id
        where a.status = 'published' and a.deleted_at is null
          and (a.publish_date, a.id) < (select publish_date, id from edge)
        order by a.publish_date desc, a.id desc limit ${limit})
      limit ${limit}
    )
    select a.id, a.slug, a.title, a.summary, a.author, au.slug as "authorSlug", a.publish_date as "publishDate",
      a.read_time as "readTime", a.image_url as "imageUrl", a.image_alt as "imageAlt", a.is_popular as "isPopular",
      a.is_featured as "isFeatured", a.category_id as "categoryId", c.slug as "categorySlug", c.name as "categoryName",
      ${withContent ? sql`a.content` : sql`null`} as content
    from matches m join ${articles} a on a.id = m.id
    left join ${categories} c on c.id = a.category_id
    left join ${authors} au on au.id = a.author_id
    order by a.publish_date desc, a.id desc`);
}
