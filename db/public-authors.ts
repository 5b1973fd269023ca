// The condition for authors who have a page.
import { type SQL, sql } from 'drizzle-orm';
import { publishedCounts } from './schema/articles';

/** Has published an article, alone or with others. @param id of the author */
export const isPublicAuthor = (id: SQL) => sql`exists (
  select 1 from ${publishedCounts} pc where pc.kind = 'author' and pc.owner_id = ${id} and pc.total > 0)`;
