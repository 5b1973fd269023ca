// SQL for lists in which an editor picks an article.
import { type SQL, sql } from 'drizzle-orm';
import { toSearchTerms } from '~/lib/search-terms';

/** The public articles that the site's search finds, as a subquery with `id` and `place`. Empty if the text is empty. */
export function foundArticles(text: string, limit: number): SQL {
  const terms = JSON.stringify(toSearchTerms(text));
  const options = JSON.stringify({ take: limit, typing: true });
  return sql`(select (row ->> 'id')::uuid as id, place
    from jsonb_array_elements(search_articles(${text}, ${terms}::jsonb, ${options}::jsonb) -> 'rows')
    with ordinality as r (row, place) where row ->> 'kind' <> 'closest')`;
}
