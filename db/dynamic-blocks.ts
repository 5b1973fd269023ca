// The articles and calls to action that the dynamic blocks of a text name.
import { type SQL, sql } from 'drizzle-orm';
import { DYNAMIC_MARK, type DynamicKind } from '~/lib/html/dynamic-blocks';

/** Blocks beyond these show nothing. */
const MAX_DYNAMIC = 50;

/**
 * A subquery of ids. For a text without dynamic blocks it costs no more than looking for their mark.
 * @param texts a table or subquery named `page` with a column `content`, and perhaps a condition
 */
export function dynamicIdsIn(kind: Exclude<DynamicKind, 'signup'>, texts: SQL): SQL {
  const pattern = sql.raw(`'data-block="${kind}" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'`);
  return sql`(select distinct found[1]::uuid from (select page.content from ${texts}) page,
    regexp_matches(page.content, ${pattern}, 'g') found where strpos(page.content, ${sql.raw(`'${DYNAMIC_MARK}'`)}) > 0
    limit ${sql.raw(String(MAX_DYNAMIC))})`;
}
