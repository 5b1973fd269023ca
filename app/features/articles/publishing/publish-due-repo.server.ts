// SQL for publishing scheduled drafts.
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { auditLog } from 'db/schema/audit';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { snapshot } from '../revisions/snapshots-repo.server';

/** Articles per statement; keeps it well within the statement timeout. */
export const DUE_BATCH_SIZE = 10;

/**
 * Publishes due drafts, with the revisions before and after and the audit log, in one statement. Rows that
 * another transaction has locked are skipped: it publishes them itself, or the next run does.
 */
export function publishDue(build: Build, now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`;
  return build.execute<{ id: string }>(sql`
    with due as materialized (
      select id, publish_at from ${articles}
      where publish_at <= ${time} and status = 'draft' and deleted_at is null
      order by publish_at, id limit ${DUE_BATCH_SIZE} for update skip locked
    ), found as (
      insert into ${articleRevisions} (article_id, version, cause, snapshot, created_at)
      select articles.id, articles.version, 'found', ${snapshot}, articles.updated_at
      from ${articles} join due on due.id = articles.id on conflict (article_id, version) do nothing
    ), published as (
      update ${articles} set status = 'published', publish_date = ${time}, publish_at = null, version = version + 1
      from due where due.id = articles.id returning articles.*
    ), revised as (
      insert into ${articleRevisions} (article_id, version, cause, snapshot, created_at)
      select articles.id, articles.version, 'schedule', ${snapshot}, articles.updated_at from published as articles
      -- A failure would stop all scheduled publishing.
      on conflict (article_id, version) do nothing
    ), logged as (
      insert into ${auditLog} (event, subject, details)
      select 'article_published', published.title,
        jsonb_build_object('id', published.id, 'cause', 'schedule', 'publishAt', due.publish_at)
      from published join due on due.id = published.id
    )
    select id from published`);
}
