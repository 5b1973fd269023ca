// SQL for what the dynamic blocks of an article show.
import { cardColumns, isPublic } from 'db/public-articles';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { type SQL, sql } from 'drizzle-orm';
import type { CtaView } from '~/features/ctas/cta';
import { DYNAMIC_MARK, type DynamicKind } from '~/lib/html/dynamic-blocks';
import type { ArticleCardRow } from './article-view';

export interface DynamicTargets {
  /** Published ones only. */
  articles: (Omit<ArticleCardRow, 'publishDate'> & { publishDate: string })[];
  /** Active ones only. */
  ctas: CtaView[];
}

/** Blocks beyond these show nothing. */
const MAX_DYNAMIC = 50;

/** The ids that the text of the outer statement's article names. */
const idsOf = (kind: DynamicKind) => sql`(select distinct found[1]::uuid from regexp_matches(page.content,
  ${sql.raw(`'data-block="${kind}" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'`)}, 'g') found limit ${sql.raw(String(MAX_DYNAMIC))})`;

const cardFields = sql.join(
  Object.entries(cardColumns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
);

/**
 * Null for an article without dynamic blocks, which costs no more than looking for their mark. In the subquery, the table
 * `articles` is that of the shown articles.
 */
export const dynamicTargets: SQL<DynamicTargets | null> = sql`(select json_build_object(
    'articles', coalesce((select json_agg(json_build_object(${cardFields})) from ${articles}
      left join ${categories} on ${categories.id} = ${articles.categoryId}
      left join ${authors} on ${authors.id} = ${articles.authorId}
      where ${isPublic} and ${articles.id} in ${idsOf('article')}), '[]'),
    'ctas', coalesce((select json_agg(json_build_object('id', ${ctas.id}, 'title', ${ctas.title}, 'body', ${ctas.body},
      'buttonLabel', ${ctas.buttonLabel}, 'buttonLink', ${ctas.buttonLink})) from ${ctas}
      where ${ctas.active} and ${ctas.id} in ${idsOf('cta')}), '[]'))
  from (select ${articles.content} as content) page where strpos(page.content, ${sql.raw(`'${DYNAMIC_MARK}'`)}) > 0)`;
