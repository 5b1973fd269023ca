// What everybody may read of an article: of one for members the beginning alone, so that the rest stays in the database.
import { type SQL, sql } from 'drizzle-orm';

/** @param table what the statement calls `articles` */
export function publicContentOf(table: 'articles' | 'a' = 'articles'): SQL<string> {
  const t = sql.raw(table);
  return sql`case when ${t}.members_only then article_beginning(${t}.content) else ${t}.content end`;
}
