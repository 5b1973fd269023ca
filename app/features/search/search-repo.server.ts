// SQL for search.
import { publicContentOf } from 'db/public-content';
import { type Places, reusable } from 'db/reusable';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { articleTags, tags } from 'db/schema/tags';
import { sql } from 'drizzle-orm';
import type { ArticleCardRow, PublicArticle } from '~/features/articles/public/article-view';
import type { Database } from '~/platform/context';

const tagsOfA = sql`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name)
  from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = a.id), '[]')`;

export interface SearchRow extends Omit<ArticleCardRow, 'publishDate'> {
  publishDate: string;
  /** Null unless it was selected. */
  content: string | null;
  tags: PublicArticle['tags'] | null;
}

/** `query` as typed; `limit` in articles. */
interface SearchParameters {
  query: string;
  limit: number;
}

/** `search_articles` (migrations) returns published articles, newest first, ignoring case and accents. */
function makeStatement(withContent: boolean) {
  return reusable((build: Database['build'], place: Places<SearchParameters>) =>
    build.execute<SearchRow & Record<string, unknown>>(sql`
      select a.id, a.slug, a.title, a.summary, a.author, au.slug as "authorSlug", a.publish_date as "publishDate",
        a.read_time as "readTime", a.image_url as "imageUrl", a.image_alt as "imageAlt", a.is_popular as "isPopular",
        a.is_featured as "isFeatured", a.members_only as "membersOnly", a.category_id as "categoryId", c.slug as "categorySlug", c.name as "categoryName",
        ${withContent ? publicContentOf('a') : sql`null`} as content, ${withContent ? tagsOfA : sql`null`} as tags
      from search_articles(${place.query}, ${place.limit}) as found (id) join ${articles} a on a.id = found.id
      left join ${categories} c on c.id = a.category_id
      left join ${authors} au on au.id = a.author_id
      order by a.publish_date desc, a.id desc`),
  );
}

export const selectMatches = makeStatement(false);
export const selectMatchesWithContent = makeStatement(true);
