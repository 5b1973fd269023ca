// Marks all rows as demo data. The database was empty before the seed, so every row is the seed's.
import { sql } from 'drizzle-orm';
import type { SeedDatabase } from '../insert-demo';

/** Tables by the column that identifies their rows. Tables that depend on one of these are not listed. */
const MARKED = {
  ads: 'id',
  article_templates: 'id',
  articles: 'id',
  audit_log: 'id',
  authors: 'id',
  categories: 'id',
  ctas: 'id',
  jobs: 'id',
  leads: 'id',
  media: 'id',
  newsletter_issues: 'id',
  pages: 'id',
  redirects: 'id',
  search_counts: 'id',
  settings: 'key',
  tags: 'id',
  unknown_paths: 'path',
  users: 'id',
  webhook_keys: 'id',
  webhook_requests: 'id',
};

export async function markDemoRows(db: SeedDatabase): Promise<void> {
  for (const [table, column] of Object.entries(MARKED))
    await db.execute(
      // `now()` is the start of the transaction, and some rows have later dates.
      sql`insert into demo_rows (kind, id, seeded_at)
        select ${table}, ${sql.identifier(column)}::text, clock_timestamp() from ${sql.identifier(table)}`,
    );
}
