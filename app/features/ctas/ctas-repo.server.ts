// SQL for the CTAs of public pages.
import { type Places, reusable } from 'db/reusable';
import { articles } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { MAX_CTAS_PER_PAGE } from './cta';

type Build = Database['build'];
type Slug = Places<{ slug: string }>['slug'];

export const selectCtasOfArticle = statement(
  (slug) => sql`(select a.category_id from ${articles} a where a.slug = ${slug})`,
);
export const selectCtasOfCategory = statement(
  (slug) => sql`(select c.id from ${categories} c where c.slug = ${slug})`,
);

/** Active CTAs of the category and those for every category, newest first. */
function statement(categoryOf: (slug: Slug) => SQL) {
  return reusable((build: Build, place: Places<{ slug: string }>) =>
    build
      .select({
        id: ctas.id,
        title: ctas.title,
        body: ctas.body,
        buttonLabel: ctas.buttonLabel,
        buttonLink: ctas.buttonLink,
      })
      .from(ctas)
      .where(
        and(eq(ctas.active, true), or(isNull(ctas.categoryId), eq(ctas.categoryId, categoryOf(place.slug)))),
      )
      .orderBy(desc(ctas.createdAt), desc(ctas.id))
      .limit(MAX_CTAS_PER_PAGE),
  );
}

const MAX_CHOICES = 200;

export function selectCtaChoices(build: Build) {
  return build
    .select({ id: ctas.id, title: ctas.title, buttonLink: ctas.buttonLink })
    .from(ctas)
    .where(eq(ctas.active, true))
    .orderBy(desc(ctas.createdAt), desc(ctas.id))
    .limit(MAX_CHOICES);
}
