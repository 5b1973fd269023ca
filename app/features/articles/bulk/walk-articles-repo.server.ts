// SQL for processing all articles in batches.
import { articles } from 'db/schema/articles';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** A batch that takes a fraction of a second. */
export const ARTICLES_PER_PAGE = 100;

/**
 * All articles outside the Trash in batches of 100, one (key, input) row each. A batch is a range of ids, so
 * that an index scan is enough to divide them.
 */
export const articlePages: SQL = sql`
  select 'page-' || (numbered.page + 1) as key,
    jsonb_build_object('from', min(numbered.id::text), 'upTo', max(numbered.id::text), 'count', count(*)) as input
  from (
    select a.id, (row_number() over (order by a.id) - 1) / ${ARTICLES_PER_PAGE}::int as page
    from ${articles} a where a.deleted_at is null
  ) numbered
  group by numbered.page order by numbered.page`;

export interface IdRange {
  from: string;
  upTo: string;
}

/** Content lengths of the articles in a range. */
export function selectSizes(build: Build, { from, upTo }: IdRange) {
  return build.execute<{ id: string; bytes: number }>(sql`
    select a.id, octet_length(a.content) as bytes from ${articles} a
    where a.id between ${from}::uuid and ${upTo}::uuid and a.deleted_at is null order by a.id`);
}
