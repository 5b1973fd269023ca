// The authors of an article in lists, as subselects by primary key.
import { type SQL, sql } from 'drizzle-orm';
import { joinNames } from '~/lib/text';
import { articleCoauthors, authors } from './schema/articles';

/** The name or alias of `articles` in a statement. */
type Articles = 'articles' | 'a' | 'both';

/** The co-authors in order; null for one author. */
export function coauthorsOf(table: Articles = 'articles') {
  return sql<{ name: string; slug: string }[] | null>`(select json_agg(json_build_object('name', ca.name,
    'slug', ca.slug) order by ac.position) from ${articleCoauthors} ac join ${authors} ca on ca.id = ac.author_id
    where ac.article_id = ${sql.raw(`"${table}"`)}.id)`;
}

/** The names of all authors in order, as JSON. */
export function authorNamesOf(table: Articles = 'articles'): SQL<string[]> {
  const t = sql.raw(`"${table}"`);
  return sql`to_json(array[${t}.author] || array(select ca.name from ${articleCoauthors} ac
    join ${authors} ca on ca.id = ac.author_id where ac.article_id = ${t}.id order by ac.position))`;
}

/** `A, B, and C`, for statements that Drizzle builds. */
export const authorText = (table: Articles = 'articles') => authorNamesOf(table).mapWith(joinNames);
