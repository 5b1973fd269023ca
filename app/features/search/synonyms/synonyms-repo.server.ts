// SQL for synonym groups. The trigger `check_synonyms` normalizes terms and refuses one that is in another group.
import { searchSynonyms } from 'db/schema/search';
import { eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { SynonymGroup } from './synonym-input';

const versionOf = sql<string>`md5(array_to_string(${searchSynonyms.terms}, chr(10)))`;
const columns = { id: searchSynonyms.id, terms: searchSynonyms.terms, version: versionOf };

/** In the order of their first terms. */
export function selectSynonyms(build: Build) {
  return build.select(columns).from(searchSynonyms).orderBy(searchSynonyms.terms);
}

export function selectSynonymGroup(build: Build, id: string) {
  return build.select(columns).from(searchSynonyms).where(eq(searchSynonyms.id, id));
}

/** The first term that another group already has, with that group's terms. */
export function selectTaken(build: Build, terms: readonly string[], ownId: string | null) {
  return build.execute<Pick<SynonymGroup, 'terms'> & { term: string }>(sql`
    select typed.term, s.terms
    from (select array_to_string(list_words(search_normal(value)), ' ') as term, place
      from jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) with ordinality as t (value, place)) as typed
    join ${searchSynonyms} s on typed.term = any(s.terms) and s.id is distinct from ${ownId}::uuid
    order by typed.place limit 1`);
}

export function insertSynonyms(build: Build, terms: string[]) {
  return build.insert(searchSynonyms).values({ terms });
}

/**
 * Saves the group if its version is still `version`. Otherwise sets `terms` to null, so that the not-null constraint rejects
 * the update.
 * @param version '' overwrites without the check
 */
export function updateSynonyms(build: Build, id: string, terms: string[], version: string) {
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb))`;
  return build
    .update(searchSynonyms)
    .set({ terms: sql`case when ${version} in ('', ${versionOf}) then ${list} end` })
    .where(eq(searchSynonyms.id, id))
    .returning({ id: searchSynonyms.id });
}

export function deleteSynonymGroup(build: Build, id: string) {
  return build.delete(searchSynonyms).where(eq(searchSynonyms.id, id));
}

/** SQL condition for the audit entry: the group still exists. */
export const synonymsExist = (id: string) =>
  sql`exists (select 1 from ${searchSynonyms} where ${searchSynonyms.id} = ${id}::uuid)`;
