// The authors of an article in lists.
import { type SQL, sql } from 'drizzle-orm';
import { joinNames } from '~/lib/text';

/** The name or alias of `articles` in a statement. */
type Articles = 'articles' | 'a' | 'both';

/** The co-authors in order; null for one author. */
export function coauthorsOf(table: Articles = 'articles') {
  return sql<{ name: string; slug: string }[] | null>`coauthors_of(${sql.raw(`"${table}"`)}.id)`;
}

/** The names of all authors in order, as JSON. */
export function authorNamesOf(table: Articles = 'articles'): SQL<string[]> {
  const t = sql.raw(`"${table}"`);
  return sql`to_json(array[${t}.author] || coauthor_names(${t}.id))`;
}

/** `A, B, and C`, for statements that Drizzle builds. */
export const authorText = (table: Articles = 'articles') => authorNamesOf(table).mapWith(joinNames);
