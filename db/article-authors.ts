// The authors of an article in lists, as subselects by primary key.
import { type SQL, sql } from 'drizzle-orm';
import { joinNames } from '~/lib/text';
import { articleCoauthors, authors } from './schema/articles';

/** The name or alias of `articles` in a statement. */
type Articles = 'articles' | 'a' | 'both';

/** Of the co-author `ac`. A subselect takes less time to plan than a join. */
const ofAuthor = (columns: SQL) => sql`(select ${columns} from ${authors} ca where ca.id = ac.author_id)`;

/** The co-authors in order; null for one author. */
export function coauthorsOf(table: Articles = 'articles') {
  const author = ofAuthor(sql`json_build_object('name', ca.name, 'slug', ca.slug)`);
  return sql<{ name: string; slug: string }[] | null>`(select json_agg(${author} order by ac.position)
    from ${articleCoauthors} ac where ac.article_id = ${sql.raw(`"${table}"`)}.id)`;
}

/** The names of all authors in order, as JSON. */
export function authorNamesOf(table: Articles = 'articles'): SQL<string[]> {
  const t = sql.raw(`"${table}"`);
  return sql`to_json(array[${t}.author] || array(select ${ofAuthor(sql`ca.name`)} from ${articleCoauthors} ac
    where ac.article_id = ${t}.id order by ac.position))`;
}

/** `A, B, and C`, for statements that Drizzle builds. */
export const authorText = (table: Articles = 'articles') => authorNamesOf(table).mapWith(joinNames);
