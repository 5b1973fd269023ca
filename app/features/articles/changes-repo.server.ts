// The SQL that changes many articles at once. Each statement changes a set and writes its lines in the audit log; rows
// are locked in the order of their ids, so that two who change the same articles never lock crosswise.
import { articles } from 'db/schema/articles';
import { auditLog } from 'db/schema/audit';
import { categories } from 'db/schema/categories';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ArticleStatus } from './article-status';

type Build = Database['build'];

/** Who changes, for the audit log; nobody is the machine. */
export interface Changer {
  userId: string | null;
  /** The caller's; null for the machine. */
  address: string | null;
  /** Only drafts of this account are changed: an author asks. */
  ownerId?: string | null;
}

/** So many rows a statement deletes well within its time. */
export const OLD_TRASH_AT_ONCE = 200;

const uuids = (ids: readonly string[]) =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;

const ofIds = (ids: readonly string[], where: SQL) => sql`
  select id, title, status, category_id from ${articles} where id = any(${uuids(ids)}) and ${where} order by id for update`;

/**
 * @param chosen gives the rows to change, locked
 * @param change changes them (`was`), returning `id`, `title` and the `details` of the audit line
 */
function changeAndLog(build: Build, event: string, by: Changer, chosen: SQL, change: SQL) {
  return build.execute<{ id: string }>(sql`
    with was as materialized (${chosen}), changed as (${change}),
    logged as (
      insert into ${auditLog} (actor_id, event, subject, address, details)
      select ${by.userId}::uuid, ${event}, title, ${by.address}, jsonb_build_object('id', id) || details from changed
    )
    select id from changed`);
}

const plain = sql`a.id, a.title, '{}'::jsonb as details`;

/** What an author has in their own hands (`own-articles.ts`); everything for others. */
const within = ({ ownerId }: Changer) =>
  ownerId
    ? sql`owner_id = ${ownerId}::uuid and status = 'draft' and publish_at is null and first_published_at is null`
    : sql`true`;

/** Into the Trash. Gives the ids of those that were not there yet. */
export function trash(build: Build, ids: readonly string[], by: Changer) {
  return changeAndLog(
    build,
    'article_deleted',
    by,
    ofIds(ids, sql`deleted_at is null and ${within(by)}`),
    sql`update ${articles} a set deleted_at = now() from was where a.id = was.id returning ${plain}`,
  );
}

/** Out of the Trash, as they were; but a moment of publication that has passed meanwhile publishes nobody by surprise. */
export function restore(build: Build, ids: readonly string[], by: Changer) {
  return changeAndLog(
    build,
    'article_restored',
    by,
    ofIds(ids, sql`deleted_at is not null and ${within(by)}`),
    sql`update ${articles} a set deleted_at = null, publish_at = case when a.publish_at > now() then a.publish_at end
      from was where a.id = was.id returning ${plain}`,
  );
}

/** For good, and from the Trash only. */
export function erase(build: Build, ids: readonly string[], by: Changer) {
  return changeAndLog(
    build,
    'article_erased',
    by,
    ofIds(ids, sql`deleted_at is not null`),
    sql`delete from ${articles} a using was where a.id = was.id returning ${plain}`,
  );
}

/** Some that have been in the Trash since before a moment, for good. */
export function eraseOld(build: Build, before: Date, by: Changer) {
  return changeAndLog(
    build,
    'article_erased',
    by,
    sql`select id from ${articles} where deleted_at < ${before.toISOString()}::timestamptz
      order by deleted_at limit ${OLD_TRASH_AT_ONCE} for update skip locked`,
    sql`delete from ${articles} a using was where a.id = was.id returning a.id, a.title, '{"cause": "trash"}'::jsonb as details`,
  );
}

/**
 * Gives articles a status. What was never published gets this moment as its date, or it would come out as old news; what
 * was out before keeps its own. Only drafts wait for a moment, so any other status forgets it.
 */
export function setStatus(build: Build, ids: readonly string[], status: ArticleStatus, by: Changer) {
  return changeAndLog(
    build,
    status === 'published' ? 'article_published' : 'article_updated',
    by,
    ofIds(ids, sql`deleted_at is null and status <> ${status}`),
    sql`update ${articles} a set status = ${status},
        publish_at = case when ${status} = 'draft' then a.publish_at end,
        publish_date = case when ${status} = 'published' and a.first_published_at is null then now() else a.publish_date end
      from was where a.id = was.id
      returning a.id, a.title, jsonb_build_object('changes', jsonb_build_object('status',
        jsonb_build_object('from', was.status, 'to', a.status))) as details`,
  );
}

/**
 * Gives articles a category, or none.
 */
export function setCategory(build: Build, ids: readonly string[], categoryId: string | null, by: Changer) {
  const nameOf = (id: SQL) => sql`(select c.name from ${categories} c where c.id = ${id})`;
  return changeAndLog(
    build,
    'article_updated',
    by,
    ofIds(ids, sql`deleted_at is null and category_id is distinct from ${categoryId}::uuid`),
    sql`update ${articles} a set category_id = ${categoryId}::uuid from was where a.id = was.id
      returning a.id, a.title, jsonb_build_object('changes', jsonb_build_object('category',
        jsonb_build_object('from', ${nameOf(sql`was.category_id`)}, 'to', ${nameOf(sql`a.category_id`)}))) as details`,
  );
}
