// SQL for the articles that the dynamic blocks of an article show.
import { dynamicIdsIn } from 'db/dynamic-blocks';
import { cardColumns, isPublic } from 'db/public-articles';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { type SQL, sql } from 'drizzle-orm';
import type { ArticleCardRow } from './article-view';

/** A row of JSON. */
export type DynamicCardRow = Omit<ArticleCardRow, 'publishDate'> & { publishDate: string };

const cardFields = sql.join(
  Object.entries(cardColumns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
);

/**
 * The published articles that the text names; null if there are none. In the subquery, the table `articles` is that of
 * the shown articles. The statement must join tables, because Drizzle names no tables otherwise.
 */
export const dynamicCards: SQL<DynamicCardRow[] | null> = sql`(select cards.rows
  from (select ${articles.content} as content) page, lateral (
    select json_agg(json_build_object(${cardFields})) as rows from ${articles}
      left join ${categories} on ${categories.id} = ${articles.categoryId}
      left join ${authors} on ${authors.id} = ${articles.authorId}
      where ${isPublic} and ${articles.id} in ${dynamicIdsIn('article', sql`(select page.content) page`)}) cards)`;
