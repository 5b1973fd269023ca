// SQL for article templates.
import { type MediaReplacement, replacedMediaJson, showsMedia } from 'db/replaced-media';
import { profiles } from 'db/schema/accounts';
import { articleTemplates } from 'db/schema/article-history';
import { authors } from 'db/schema/articles';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { EditorFields } from '../editor/editor-fields';

/** By name. */
export function selectTemplates(build: Build) {
  return build
    .select({
      id: articleTemplates.id,
      name: articleTemplates.name,
      createdBy: articleTemplates.createdBy,
      madeBy: profiles.fullName,
      createdAt: articleTemplates.createdAt,
      version: sql<string>`${articleTemplates.updatedAt}::text`,
    })
    .from(articleTemplates)
    .leftJoin(profiles, eq(profiles.userId, articleTemplates.createdBy))
    .orderBy(sql`lower(${articleTemplates.name})`);
}

export function countTemplates(build: Build) {
  return build.select({ count: count() }).from(articleTemplates);
}

export function selectTemplate(build: Build, id: string) {
  return build
    .select({ name: articleTemplates.name, createdBy: articleTemplates.createdBy })
    .from(articleTemplates)
    .where(eq(articleTemplates.id, id));
}

/** The fields, and the names of those of their authors who still exist. */
export function selectTemplateFields(build: Build, id: string) {
  const { fields } = articleTemplates;
  return build
    .select({
      fields,
      authors: sql<string[]>`array(select a.name from ${authors} a
        where a.name = ${fields} ->> 'author' or jsonb_exists(${fields} -> 'coauthors', a.name))`,
    })
    .from(articleTemplates)
    .where(eq(articleTemplates.id, id));
}

interface NewTemplate {
  id: string;
  name: string;
  fields: EditorFields;
  createdBy: string;
}

export function insertTemplate(build: Build, template: NewTemplate) {
  return build.insert(articleTemplates).values(template);
}

/**
 * Renames the template if its version is still `version`. Otherwise sets `name` to null, so that the not-null
 * constraint rejects the update.
 * @param version '' overwrites without the check
 */
export function updateTemplateName(build: Build, id: string, name: string, version: string) {
  return build
    .update(articleTemplates)
    .set({
      name: sql`case when ${version} in ('', ${articleTemplates.updatedAt}::text) then ${name} end`,
      updatedAt: sql`greatest(clock_timestamp(), ${articleTemplates.updatedAt} + interval '1 microsecond')`,
    })
    .where(eq(articleTemplates.id, id))
    .returning({ id: articleTemplates.id });
}

/** SQL condition for the audit entry: write it only if the template still exists. */
export const templateExists = (id: string) =>
  sql`exists (select 1 from ${articleTemplates} where ${articleTemplates.id} = ${id}::uuid)`;

export function deleteTemplateRow(build: Build, id: string) {
  return build.delete(articleTemplates).where(eq(articleTemplates.id, id));
}

/** Replaces an author's name in all templates and removes duplicates. */
export function renameInTemplates(build: Build, from: string, to: string) {
  const { fields } = articleTemplates;
  const author = sql`case when ${fields} ->> 'author' = ${from} then ${to} else ${fields} ->> 'author' end`;
  return build.execute(sql`
    update ${articleTemplates} set fields = ${fields} || jsonb_build_object('author', ${author}, 'coauthors', (
      select coalesce(jsonb_agg(renamed.name order by renamed.place), '[]')
      from (select case when c.name = ${from} then ${to} else c.name end as name, min(c.place) as place
        from jsonb_array_elements_text(${fields} -> 'coauthors') with ordinality c (name, place) group by 1) renamed
      where renamed.name is distinct from ${author}))
    where ${fields} ->> 'author' = ${from} or jsonb_exists(${fields} -> 'coauthors', ${from})`);
}

export const replaceImageInTemplates = (ids: readonly string[], replacement: MediaReplacement): SQL => sql`
  update ${articleTemplates} set fields = ${replacedMediaJson(articleTemplates.fields, replacement)}, updated_at = clock_timestamp()
  where ${and(inArray(articleTemplates.id, [...ids]), showsMedia('article_templates', articleTemplates.id, replacement.from))}
  returning id, name as subject`;
