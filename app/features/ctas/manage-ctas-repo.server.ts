// SQL for the admin screen of CTAs.
import { categories } from 'db/schema/categories';
import { ctas } from 'db/schema/ctas';
import { count, desc, eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { CtaInput } from './cta-input';

const columns = {
  id: ctas.id,
  title: ctas.title,
  body: ctas.body,
  buttonLabel: ctas.buttonLabel,
  buttonLink: ctas.buttonLink,
  categoryId: ctas.categoryId,
  categoryName: categories.name,
  active: ctas.active,
  createdAt: ctas.createdAt,
  version: sql<string>`${ctas.updatedAt}::text`,
};

/** Newest first. */
export function selectCtaRows(build: Build, limit: number, offset: number) {
  return build
    .select(columns)
    .from(ctas)
    .leftJoin(categories, eq(categories.id, ctas.categoryId))
    .orderBy(desc(ctas.createdAt), desc(ctas.id))
    .limit(limit)
    .offset(offset);
}

export function countCtas(build: Build) {
  return build.select({ total: count() }).from(ctas);
}

export function selectCta(build: Build, id: string) {
  return build
    .select(columns)
    .from(ctas)
    .leftJoin(categories, eq(categories.id, ctas.categoryId))
    .where(eq(ctas.id, id));
}

export function insertCta(build: Build, id: string, values: CtaInput) {
  return build.insert(ctas).values({ id, ...values });
}

/**
 * Saves the CTA if its version is still `version`. Otherwise sets `title` to null, so that the not-null
 * constraint rejects the update.
 * @param version '' overwrites without the check
 */
export function updateCta(build: Build, id: string, values: CtaInput, version: string) {
  return build
    .update(ctas)
    .set({
      ...values,
      title: sql`case when ${version} in ('', ${ctas.updatedAt}::text) then ${values.title} end`,
      // Two updates in the same microsecond must still get different versions.
      updatedAt: sql`greatest(clock_timestamp(), ${ctas.updatedAt} + interval '1 microsecond')`,
    })
    .where(eq(ctas.id, id))
    .returning({ id: ctas.id });
}

/** SQL condition for the audit entry: write it only if the CTA still exists. */
export const ctaExists = (id: string) => sql`exists (select 1 from ${ctas} where id = ${id})`;

export function deleteCtaRow(build: Build, id: string) {
  return build.delete(ctas).where(eq(ctas.id, id));
}
