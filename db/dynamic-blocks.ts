// The articles and calls to action that the dynamic blocks of a text name.
import { type Column, type SQL, sql } from 'drizzle-orm';
import { DYNAMIC_MARK, type DynamicKind } from '~/lib/html/dynamic-blocks';
import { cardColumns, isPublic } from './public-articles';
import { articles, authors } from './schema/articles';
import { categories } from './schema/categories';

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

const cardFields = sql.join(
  Object.entries(cardColumns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
);

/**
 * A subquery of the published articles that the text in a column names, as JSON; null if there are none. In it, the
 * table `articles` is that of the shown articles. The statement must join tables, because Drizzle names no tables
 * otherwise.
 */
export const dynamicCardsIn = (content: Column) => sql`(select cards.rows
  from (select ${content} as content) page, lateral (
    select json_agg(json_build_object(${cardFields})) as rows from ${articles}
      left join ${categories} on ${categories.id} = ${articles.categoryId}
      left join ${authors} on ${authors.id} = ${articles.authorId}
      where ${isPublic} and ${articles.id} in ${dynamicIdsIn('article', sql`(select page.content) page`)}) cards)`;
