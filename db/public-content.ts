// The part of an article that the public may read. For members-only articles this is the beginning, so the
// rest never leaves the database.
import { type SQL, sql } from 'drizzle-orm';

/**
 * The public content with blocks as links, with current titles and URLs, and without cards of unpublished articles and inactive calls
 * to action. Pages fill in the blocks instead.
 */
export function syndicatedContentOf(table: 'articles' | 'a' = 'articles'): SQL<string> {
  return sql`with_current_blocks(${publicContentOf(table)})`;
}

/** @param table the name or alias of `articles` in the statement */
export function publicContentOf(table: 'articles' | 'a' = 'articles'): SQL<string> {
  const t = sql.raw(table);
  return sql`case when ${t}.members_only then article_beginning(${t}.content) else ${t}.content end`;
}
