// SQL for finding damaged articles and for a run's results. Reads the jobs tables; only features/jobs writes
// them.
import { articles } from 'db/schema/articles';
import { jobItems, jobs } from 'db/schema/jobs';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { RepairCounts } from './repair-article';
import type { RunCounts } from './repair-run';

/** Longer texts are always candidates: matching the patterns in SQL would take longer than repairing them. */
const LONG_BYTES = 100_000;

const SPACE = '[ \\t\\n\\r\\f\\u00a0]';
/** A reference that was encoded twice, or one that our serializer never writes. */
const REFERENCE = '&(amp;)?#|&amp;[A-Za-z][A-Za-z0-9]*;|&quot;|&(?!amp;|lt;|gt;|quot;)[A-Za-z]';

/** Matches everything that `repairText` changes, and some that it does not, such as code. */
const mayBeDamaged = sql`
  case when octet_length(a.content) > ${LONG_BYTES}::int then true
    else a.content like '%&%' and a.content ~ ${REFERENCE} or a.content ~ ${`${SPACE}{2}`}
      or a.content ~* '<img[^>]*data:' end
  or a.summary ~ ${`&#?[A-Za-z0-9]+;|${SPACE}{2}|[\\t\\n\\r\\f]|^\\s|\\s$`} or a.summary ~* 'data:'`;

/** The articles of a range that may be damaged, with the size of their content in bytes. */
export function selectCandidates(build: Build, { from, upTo }: { from: string; upTo: string }) {
  return build.execute<{ id: string; bytes: number }>(sql`
    select a.id, octet_length(a.content) as bytes from ${articles} a
    where a.id between ${from}::uuid and ${upTo}::uuid and a.deleted_at is null and (${mayBeDamaged})
    order by a.id`);
}

const isPage = sql`item.key like 'page-%'`;
const isOver = sql`item.status in ('done', 'skipped', 'failed', 'cancelled')`;

/** Progress of a run, counted in one statement. */
export function selectRun(build: Build, jobId: string) {
  return build.execute<Record<string, unknown> & RunCounts>(sql`
    select coalesce(sum((item.input ->> 'count')::int) filter (where ${isPage}), 0)::int as articles,
      coalesce(sum((item.input ->> 'count')::int) filter (where ${isPage} and ${isOver}), 0)::int as looked,
      (count(*) filter (where ${isPage} and item.status in ('failed', 'cancelled')))::int as unread,
      coalesce(sum(jsonb_array_length(item.result -> 'found')) filter (where ${isPage}), 0)::int as found,
      (count(*) filter (where not ${isPage}))::int as total,
      (count(*) filter (where not ${isPage} and item.status = 'done'))::int as repaired,
      (count(*) filter (where not ${isPage} and item.status <> 'done' and ${isOver}))::int as skipped
    from ${jobItems} item where item.job_id = ${jobId}::uuid`);
}

const total = (name: keyof RepairCounts) =>
  sql`coalesce(sum((item.result ->> ${sql.raw(`'${name}'`)})::int), 0)::int as ${sql.identifier(name)}`;

/** Totals of a run's repairs. */
export function selectSums(build: Build, jobId: string) {
  return build.execute<Record<string, unknown> & RepairCounts>(sql`
    select ${total('references')}, ${total('spaces')}, ${total('images')}
    from ${jobItems} item where item.job_id = ${jobId}::uuid and not ${isPage} and item.status = 'done'`);
}

/** The articles that a run changed. */
export function selectChanged(build: Build, jobId: string) {
  return build.execute<{ id: string }>(sql`
    select item.key as id from ${jobItems} item
    where item.job_id = ${jobId}::uuid and not ${isPage} and item.status = 'done'`);
}

/** Conditions on the items of a repair: it changed the article, and no undo has restored or skipped it. */
const isToUndo = (jobId: string) => sql`
  item.job_id = ${jobId}::uuid and not ${isPage} and item.status = 'done' and not exists (
    select 1 from ${jobs} undo join ${jobItems} undone on undone.job_id = undo.id
    where undo.kind = 'undo-repair' and undo.input ->> 'jobId' = ${jobId}
      and undone.key = item.key and undone.status in ('done', 'skipped'))`;

/** The articles to undo with their new versions, as items of an undo job. */
export const itemsToUndo = (jobId: string): SQL => sql`
  select item.key, jsonb_build_object('version', item.result -> 'version') as input from ${jobItems} item
  where ${isToUndo(jobId)} order by item.id`;

export function selectCountToUndo(build: Build, jobId: string) {
  return build.execute<{ count: number }>(sql`
    select count(*)::int as count from ${jobItems} item where ${isToUndo(jobId)}`);
}

/** One page of the articles that a dry run found, in order. */
export function selectFound(build: Build, jobId: string, limit: number, offset: number) {
  return build.execute<{ id: string }>(sql`
    select found.value as id
    from ${jobItems} item cross join lateral jsonb_array_elements_text(item.result -> 'found') with ordinality as found (value, place)
    where item.job_id = ${jobId}::uuid and ${isPage} and item.status = 'done'
    order by item.id, found.place limit ${limit}::int offset ${offset}::int`);
}
