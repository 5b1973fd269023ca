// SQL for search. The search itself is `search_articles` in db/functions/search.sql.
import { coauthorsOf } from 'db/article-authors';
import { syndicatedContentOf } from 'db/public-content';
import { type Places, reusable } from 'db/reusable';
import { articles, authors, publishedCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages, settings } from 'db/schema/site';
import { articleTags, tags } from 'db/schema/tags';
import { sql } from 'drizzle-orm';
import type { ArticleCardRow, PublicArticle } from '~/features/articles/public/article-view';
import type { Build } from '~/platform/context';
import type { MatchKind, NamedMatch, SearchFacets } from './search-view';

const DEFAULT_ZONE = 'America/New_York';

const tagsOfA = sql`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name)
  from ${articleTags} at join ${tags} t on t.id = at.tag_id where at.article_id = a.id), '[]')`;

/** One row per article, or one with only the first columns if nothing was found. */
export type SearchRow = Record<string, unknown> & {
  total: number;
  isMore: boolean;
  corrected: string | null;
  forms: string[];
  facets: SearchFacets | null;
} & (
    | { id: null }
    | (Omit<ArticleCardRow, 'publishDate'> & {
        publishDate: string;
        kind: MatchKind;
        excerpt: string | null;
        /** Null unless it was selected. */
        content: string | null;
        tags: PublicArticle['tags'] | null;
      })
  );

/** `terms` and `options` as JSON for `search_articles`; filters as slugs. */
interface SearchParameters {
  text: string;
  terms: string;
  options: string;
  category: string | null;
  author: string | null;
  year: number | null;
}

function makeStatement(withContent: boolean) {
  return reusable((build: Build, place: Places<SearchParameters>) => {
    const NO_ID = sql`'00000000-0000-0000-0000-000000000000'`;
    return build.execute<SearchRow>(sql`
      with zone as (
        select coalesce((select s.value ->> 'timeZone' from ${settings} s where s.key = 'site'), ${sql.raw(`'${DEFAULT_ZONE}'`)}) as name
      ), answer as materialized (
        select search_articles(${place.text}, ${place.terms}::jsonb, ${place.options}::jsonb || jsonb_strip_nulls(jsonb_build_object(
          'zone', zone.name,
          'category', case when ${place.category}::text is not null then
            coalesce((select c.id::text from ${categories} c where c.slug = ${place.category}), ${NO_ID}) end,
          'author', case when ${place.author}::text is not null then
            coalesce((select au.id::text from ${authors} au where au.slug = ${place.author}), ${NO_ID}) end,
          'since', make_timestamptz(${place.year}::integer, 1, 1, 0, 0, 0, zone.name),
          'until', make_timestamptz(${place.year}::integer + 1, 1, 1, 0, 0, 0, zone.name)))) as found
        from zone
      )
      select (found ->> 'total')::int as total, (found ->> 'more')::boolean as "isMore", found ->> 'corrected' as corrected,
        found -> 'forms' as forms, found -> 'facets' as facets, row ->> 'kind' as kind, row ->> 'excerpt' as excerpt,
        a.id, a.slug, a.title, a.summary, a.author, au.slug as "authorSlug", ${coauthorsOf('a')} as coauthors, a.publish_date as "publishDate",
        a.read_time as "readTime", a.image_url as "imageUrl", a.image_alt as "imageAlt", (a.is_popular or a.id in (select m.article_id from most_read m where m.is_popular)) as "isPopular",
        a.is_featured as "isFeatured", a.members_only as "membersOnly", a.category_id as "categoryId", c.slug as "categorySlug",
        c.name as "categoryName",
        ${withContent ? syndicatedContentOf('a') : sql`null`} as content, ${withContent ? tagsOfA : sql`null`} as tags
      from answer left join lateral jsonb_array_elements(found -> 'rows') with ordinality as r (row, place) on true
      left join ${articles} a on a.id = (row ->> 'id')::uuid and is_public(a.status, a.deleted_at)
      left join ${categories} c on c.id = a.category_id
      left join ${authors} au on au.id = a.author_id
      order by r.place`);
  });
}

export const selectMatches = makeStatement(false);
export const selectMatchesWithContent = makeStatement(true);

/** Categories, tags, authors and pages whose name has words that begin like those typed; three of each kind. */
export const selectNamed = reusable((build: Build, place: Places<{ text: string }>) => {
  const counted = (kind: 'tag' | 'author') =>
    sql`exists (select 1 from ${publishedCounts} pc where pc.kind = ${sql.raw(`'${kind}'`)} and pc.owner_id = n.id and pc.total > 0)`;
  const matching = sql`cardinality(typed.words) > 0 and not exists (select 1 from unnest(typed.words) w (word)
    where strpos(' ' || separate_words(search_normal(n.name)), ' ' || w.word) = 0)`;
  return build.execute<Record<string, unknown> & NamedMatch>(sql`
    with typed as materialized (select list_words(search_normal(${place.text})) as words)
    (select 'category' as kind, n.name, '/category/' || n.slug as path from ${categories} n, typed where ${matching}
      order by length(n.name), n.name limit 3)
    union all
    (select 'tag', n.name, '/tag/' || n.slug from ${tags} n, typed where ${matching} and ${counted('tag')}
      order by length(n.name), n.name limit 3)
    union all
    (select 'author', n.name, '/author/' || n.slug from ${authors} n, typed where ${matching} and ${counted('author')}
      order by length(n.name), n.name limit 3)
    union all
    (select 'page', n.name, '/page/' || n.slug from (select p.title as name, p.slug from ${pages} p) n, typed where ${matching}
      order by length(n.name), n.name limit 3)`);
});

export function indexRenamed(build: Build, most: number) {
  return build.execute<{ done: number }>(sql`select index_outdated_articles(${most}) as done`);
}

export function countWords(build: Build) {
  return build.execute(sql`select count_vocabulary()`);
}
