// SQL that changes many articles in one statement, including their audit entries. Rows are locked in id
// order, so that concurrent changes cannot deadlock.
import { articles } from 'db/schema/articles';
import { auditLog } from 'db/schema/audit';
import { categories } from 'db/schema/categories';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ArticleStatus } from '../article';
import { deleteTrashedRevisions } from './revisions-repo.server';

/** Who makes the change, for the audit log. */
export interface Changer {
  /** Null for automatic changes. */
  userId: string | null;
  /** The client's IP address; null for automatic changes. */
  address: string | null;
  /** If set, only editable drafts of this author are changed. */
  ownerId?: string | null;
}

/** Articles per statement; keeps it well within the statement timeout. */
export const TRASH_BATCH_SIZE = 200;
/** Revisions per statement. Each can hold a whole article. */
export const REVISION_BATCH_SIZE = 500;

const uuids = (ids: readonly string[]) =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;

const ofIds = (ids: readonly string[], where: SQL) => sql`
  select id, title, status, category_id from ${articles} where id = any(${uuids(ids)}) and ${where} order by id for update`;

/**
 * @param chosen selects and locks the rows to change
 * @param change changes them (`was`) and returns `id`, `title` and the `details` of the audit entry
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

/** For authors, only what they can edit (`isEditableByAuthor` in `own-articles.ts`). */
const within = ({ ownerId }: Changer) =>
  ownerId
    ? sql`owner_id = ${ownerId}::uuid and status = 'draft' and publish_at is null and first_published_at is null`
    : sql`true`;

/** Moves articles to the Trash. Returns the ids of those that were not there yet. */
export function trash(build: Build, ids: readonly string[], by: Changer) {
  return changeAndLog(
    build,
    'article_deleted',
    by,
    ofIds(ids, sql`deleted_at is null and ${within(by)}`),
    sql`update ${articles} a set deleted_at = now() from was where a.id = was.id returning ${plain}`,
  );
}

/**
 * Restores articles from the Trash. A scheduled time that has passed is cleared, so that restoring doesn't
 * publish.
 */
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

/** Call it repeatedly before `erase`, until it returns fewer than `REVISION_BATCH_SIZE` rows. */
export function eraseRevisions(build: Build, ids: readonly string[], by: Changer) {
  const chosen = sql`select id from ${articles} where id = any(${uuids(ids)}) and ${within(by)}`;
  return deleteTrashedRevisions(build, chosen, REVISION_BATCH_SIZE);
}

/** Permanently deletes articles that are in the Trash. */
export function erase(build: Build, ids: readonly string[], by: Changer) {
  return changeAndLog(
    build,
    'article_erased',
    by,
    ofIds(ids, sql`deleted_at is not null`),
    sql`delete from ${articles} a using was where a.id = was.id returning ${plain}`,
  );
}

const oldest = (before: Date) => sql`
  select id from ${articles} where deleted_at < ${before.toISOString()}::timestamptz order by deleted_at, id limit ${TRASH_BATCH_SIZE}`;

/** Call it repeatedly before `eraseOld`, until it returns fewer than `REVISION_BATCH_SIZE` rows. */
export function eraseOldRevisions(build: Build, before: Date) {
  return deleteTrashedRevisions(build, oldest(before), REVISION_BATCH_SIZE);
}

/** Permanently deletes up to `TRASH_BATCH_SIZE` articles that were deleted before a date. */
export function eraseOld(build: Build, before: Date, by: Changer) {
  return changeAndLog(
    build,
    'article_erased',
    by,
    sql`${oldest(before)} for update skip locked`,
    sql`delete from ${articles} a using was where a.id = was.id returning a.id, a.title, '{"cause": "trash"}'::jsonb as details`,
  );
}

/**
 * Sets the status. Articles published for the first time get the current time as publish date; others keep
 * theirs. Only drafts can be scheduled, so other statuses clear the scheduled time.
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

/** Sets or clears the category. */
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
