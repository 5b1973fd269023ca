// The SQL of publishing by the clock.
import { articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { auditLog } from 'db/schema/audit';
import { sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { snapshot } from './snapshots-repo.server';

/** As many as one statement does well within its time. */
export const DUE_AT_ONCE = 50;

/**
 * One statement: the articles, their revisions before and after, and the audit log. What another transaction holds is
 * passed over: either it publishes that article itself, or the next trigger does.
 */
export function publishDue(build: Database['build'], now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`;
  return build.execute<{ id: string }>(sql`
    with due as materialized (
      select id, publish_at from ${articles}
      where publish_at <= ${moment} and status = 'draft' and deleted_at is null
      order by publish_at, id limit ${DUE_AT_ONCE} for update skip locked
    ), found as (
      insert into ${articleRevisions} (article_id, version, cause, snapshot, created_at)
      select articles.id, articles.version, 'found', ${snapshot}, articles.updated_at
      from ${articles} join due on due.id = articles.id on conflict (article_id, version) do nothing
    ), published as (
      update ${articles} set status = 'published', publish_date = ${moment}, publish_at = null, version = version + 1
      from due where due.id = articles.id returning articles.*
    ), kept as (
      insert into ${articleRevisions} (article_id, version, cause, snapshot, created_at)
      select articles.id, articles.version, 'schedule', ${snapshot}, articles.updated_at from published as articles
    ), logged as (
      insert into ${auditLog} (event, subject, details)
      select 'article_published', published.title,
        jsonb_build_object('id', published.id, 'cause', 'schedule', 'publishAt', due.publish_at)
      from published join due on due.id = published.id
    )
    select id from published`);
}
