// SQL for the CTAs of public pages.
import { type Places, reusable } from 'db/reusable';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { pages } from 'db/schema/site';
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { DYNAMIC_MARK } from '~/lib/html/dynamic-blocks';
import type { Build } from '~/platform/context';
import { MAX_CTAS_IN_TEXT, MAX_CTAS_PER_PAGE } from './cta';

const columns = {
  id: ctas.id,
  title: ctas.title,
  body: ctas.body,
  buttonLabel: ctas.buttonLabel,
  buttonLink: ctas.buttonLink,
};
const newestFirst = [desc(ctas.createdAt), desc(ctas.id)];

/** Active, and of the category or of every category. */
const isFor = (categoryId: SQL) =>
  and(eq(ctas.active, true), or(isNull(ctas.categoryId), eq(ctas.categoryId, categoryId)));

export const selectCtasOfCategory = reusable((build: Build, place: Places<{ slug: string }>) =>
  build
    .select(columns)
    .from(ctas)
    .where(isFor(sql`(select c.id from ${categories} c where c.slug = ${place.slug})`))
    .orderBy(...newestFirst)
    .limit(MAX_CTAS_PER_PAGE),
);

/**
 * A subquery of the ids of the CTAs that texts name. Blocks beyond the limit show nothing.
 * @param texts a table named `page` with a column `content`, and a condition
 */
function ctaIdsIn(texts: SQL): SQL {
  return sql`(select distinct found[1]::uuid from (select page.content from ${texts}) page,
    regexp_matches(page.content, 'data-block="cta" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') found
    where strpos(page.content, ${sql.raw(`'${DYNAMIC_MARK}'`)}) > 0 limit ${sql.raw(String(MAX_CTAS_IN_TEXT))})`;
}

/** `isAtEnd`: shown at the end of the article, and not only where its text names it. */
export const selectCtasOfArticle = reusable((build: Build, place: Places<{ slug: string }>) => {
  const limits = sql.raw(`${MAX_CTAS_PER_PAGE}, ${MAX_CTAS_IN_TEXT}`);
  return build
    .select({ ...columns, isAtEnd: sql<boolean>`shown.is_at_end` })
    .from(ctas)
    .innerJoin(sql`article_ctas(${place.slug}, ${limits}) shown`, sql`shown.cta_id = ${ctas.id}`)
    .orderBy(...newestFirst);
});

/** The active CTAs that the text of a static page names. */
export const selectCtasOfPage = reusable((build: Build, place: Places<{ slug: string }>) => {
  const inText = ctaIdsIn(sql`${pages} page where page.slug = ${place.slug}`);
  return build
    .select(columns)
    .from(ctas)
    .where(and(eq(ctas.active, true), sql`${ctas.id} in ${inText}`));
});

const MAX_CHOICES = 200;

export function selectCtaChoices(build: Build) {
  return build
    .select({ id: ctas.id, title: ctas.title, buttonLink: ctas.buttonLink })
    .from(ctas)
    .where(eq(ctas.active, true))
    .orderBy(...newestFirst)
    .limit(MAX_CHOICES);
}
