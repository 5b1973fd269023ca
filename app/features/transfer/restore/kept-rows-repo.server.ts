// SQL for rows that a restore must not lose: copied into items of its job before the deletion, and returned at its end, also by a
// later restore if this one was canceled or failed in part.

import { users } from 'db/schema/accounts';
import { articles } from 'db/schema/articles';
import { jobItems, jobs } from 'db/schema/jobs';
import { leads } from 'db/schema/leads';
import { readingList } from 'db/schema/reading-list';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Build } from '~/platform/context';

const ROWS_PER_ITEM = 5_000;
export const SAVED_ARTICLES = 'saved-articles';
export const OPT_OUTS = 'opt-outs';

/**
 * Copies readers' saved articles and the addresses that get no newsletter, before `wipeEverything` deletes them. The locks wait for
 * readers who are saving an article or unsubscribing.
 */
export function keepRows(build: Build, jobId: string) {
  const optOut = sql`jsonb_build_object('email', r.email, 'status', r.status,
    'unsubscribed_at', coalesce(r.unsubscribed_at, now()))`;
  return [
    build.execute(sql`lock table ${readingList}, ${leads} in share mode`),
    copyRows(build, jobId, SAVED_ARTICLES, readingList, sql`to_jsonb(r)`, sql`true`),
    copyRows(build, jobId, OPT_OUTS, leads, optOut, sql`r.status in ('unsubscribed', 'bounced')`),
  ] as const;
}

function copyRows(build: Build, jobId: string, key: string, table: PgTable, line: SQL, where: SQL) {
  return build.execute(sql`
    insert into ${jobItems} (job_id, key, status, result)
    select ${jobId}::uuid, ${key} || '-' || part, 'done', jsonb_agg(line)
    from (select ${line} as line, (row_number() over (order by r) - 1) / ${ROWS_PER_ITEM}::int + 1 as part
      from ${table} r where ${where}) numbered
    group by part`);
}

const isKept = (key: string) => sql`i.job_id in (select j.id from ${jobs} j where j.kind = 'restore')
  and i.key like ${`${key}-%`} and i.result is not null`;

/** Returns the saved articles that any restore has kept, if their article exists again. */
export function returnSavedArticles(build: Build) {
  const rows = sql`jsonb_populate_recordset(null::${readingList}, i.result) r`;
  return [
    build.execute(sql`
      insert into ${readingList} (user_id, article_id, saved_at)
      select r.user_id, r.article_id, r.saved_at from ${jobItems} i cross join ${rows}
        join ${users} u on u.id = r.user_id join ${articles} a on a.id = r.article_id
      where ${isKept(SAVED_ARTICLES)} for key share of u, a on conflict do nothing`),
    build.execute(sql`
      update ${jobItems} i set result = (select jsonb_agg(to_jsonb(r)) from ${rows} join ${users} u on u.id = r.user_id
        where not exists (select 1 from ${articles} a where a.id = r.article_id))
      where ${isKept(SAVED_ARTICLES)}`),
  ] as const;
}

/**
 * Stops emails to restored addresses that unsubscribed or bounced after the archive was made.
 * @param isComplete all leads of the archive are restored, so the copies are deleted
 */
export function applyOptOuts(build: Build, isComplete: boolean) {
  return [
    build.execute(sql`
      update ${leads} l set status = k.status, unsubscribed_at = k.unsubscribed_at
      from (select distinct on (lower(r.email)) r.email, r.status, r.unsubscribed_at
        from ${jobItems} i cross join jsonb_populate_recordset(null::${leads}, i.result) r
        where ${isKept(OPT_OUTS)} order by lower(r.email), r.unsubscribed_at desc) k
      where lower(l.email) = lower(k.email) and k.unsubscribed_at >= coalesce(l.confirmed_at, '-infinity')`),
    ...(isComplete
      ? [build.execute(sql`update ${jobItems} i set result = null where ${isKept(OPT_OUTS)}`)]
      : []),
  ] as const;
}
