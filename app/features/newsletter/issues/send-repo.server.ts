// SQL for sending: the states of an issue and of each email.
import { jobs } from 'db/schema/jobs';
import { leads } from 'db/schema/leads';
import { newsletterDeliveries, newsletterIssues } from 'db/schema/newsletter';
import { sql } from 'drizzle-orm';
import { cutText } from '~/lib/text';
import type { Build } from '~/platform/context';
import type { IssueContent } from './issue';

export interface StartingIssue {
  id: string;
  day: string;
  jobId: string;
  content: IssueContent;
}

/** Starts sending a locked draft. */
export function startDraft(build: Build, { id, jobId, content }: StartingIssue) {
  return build.execute(sql`
    update ${newsletterIssues} set status = 'sending', content = ${JSON.stringify(content)}::jsonb, job_id = ${jobId}::uuid,
      article_ids = ${idsOf(content)}, started_at = now(), rounds = 0, next_round_at = null, updated_at = clock_timestamp()
    where id = ${id}::uuid`);
}

/** Inserts and starts an issue without a draft. Violates the unique constraint on the day if one exists. */
export function insertStarted(build: Build, { id, day, jobId, content }: StartingIssue) {
  return build.execute(sql`
    insert into ${newsletterIssues} (id, issue_date, status, content, job_id, article_ids, started_at)
    values (${id}::uuid, ${day}::date, 'sending', ${JSON.stringify(content)}::jsonb, ${jobId}::uuid, ${idsOf(content)}, now())`);
}

const idsOf = ({ articles }: IssueContent) =>
  sql`(select coalesce(array_agg(value::uuid), '{}') from jsonb_array_elements_text(${JSON.stringify(
    articles.map(({ id }) => id),
  )}::jsonb))`;

/** Runs before `decideMonthly`: serializes concurrent starts, so that the second sees the first. */
export function lockIssueStarts(build: Build) {
  return build.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('newsletter issues that start', 0))`,
  );
}

/**
 * Stores in the job's input whether monthly readers receive this issue: only if no other issue of the same month
 * is being sent or reached a reader.
 */
export function decideMonthly(build: Build, { jobId, day }: Pick<StartingIssue, 'jobId' | 'day'>) {
  return build.execute(sql`
    update ${jobs} set input = input || jsonb_build_object('monthly', not exists (
      select 1 from ${newsletterIssues} i where (i.status = 'sending' or i.sent_count > 0) and i.issue_date <> ${day}::date
        and date_trunc('month', i.issue_date) = date_trunc('month', ${day}::date)))
    where id = ${jobId}::uuid`);
}

/**
 * First statement of a transaction that changes a draft.
 * @throws ConflictError when it is no longer a draft, or its version differs
 */
export function lockIssue(build: Build, id: string, version: string | null) {
  return build.execute(sql`select lock_newsletter_issue(${id}::uuid, ${version}::text)`);
}

/** Fails with ConflictError unless the issue is being sent. */
export function lockSendingIssue(build: Build, issueId: string) {
  return build.execute(sql`select lock_sending_issue(${issueId}::uuid)`);
}

const wants = (monthly: boolean) =>
  sql`l.status = 'confirmed' and (l.frequency = 'weekly' or ${monthly}::boolean)`;

/** The next readers, by id. */
export function selectReaders(build: Build, after: string | null, monthly: boolean, limit: number) {
  const isNext = after === null ? sql`true` : sql`l.id > ${after}::uuid`;
  return build.execute<{ id: string }>(sql`
    select l.id from ${leads} l where ${isNext} and ${wants(monthly)} order by l.id limit ${limit}::int`);
}

export interface ReaderBatch {
  issueId: string;
  /** Range of lead ids, both ends inclusive. */
  from: string;
  to: string;
}

const inBatch = ({ issueId, from, to }: ReaderBatch) =>
  sql`d.issue_id = ${issueId}::uuid and d.lead_id between ${from}::uuid and ${to}::uuid`;

/** Skips readers who unsubscribed after their row was inserted. */
export function skipUnsubscribed(build: Build, batch: ReaderBatch) {
  return build.execute(sql`
    update ${newsletterDeliveries} d set status = 'skipped', reason = 'Unsubscribed before it was sent'
    from ${leads} l where l.id = d.lead_id and ${inBatch(batch)} and d.status = 'sending' and l.status <> 'confirmed'`);
}

/** The reason of an email that is not sent again, because the provider may have accepted it. */
export const DELIVERY_UNKNOWN = 'The provider did not respond, so delivery is unknown';

/** Resets emails that the provider definitely refused, for a new call. */
export function retryRefused(build: Build, batch: ReaderBatch, call: string) {
  return build.execute(sql`
    update ${newsletterDeliveries} d set status = 'sending', call = ${call}::uuid, reason = null
    from ${leads} l where l.id = d.lead_id and ${inBatch(batch)} and d.status = 'failed'
      and d.reason is distinct from ${DELIVERY_UNKNOWN} and l.status = 'confirmed'`);
}

/** Inserts a row for every reader of the batch without one, before anything is sent. */
export function insertEmails(build: Build, batch: ReaderBatch, call: string, monthly: boolean) {
  return build.execute(sql`
    insert into ${newsletterDeliveries} (issue_id, lead_id, status, call)
    select ${batch.issueId}::uuid, l.id, 'sending', ${call}::uuid from ${leads} l
    where l.id between ${batch.from}::uuid and ${batch.to}::uuid and ${wants(monthly)}
    order by l.id on conflict do nothing`);
}

/**
 * Moves what exceeds `limit` emails to further calls: a reader who confirmed after the items were planned is an
 * additional one in a full batch. Returns the ids of those calls.
 */
export function splitCall(build: Build, batch: ReaderBatch, call: string, limit: number) {
  return build.execute<{ call: string }>(sql`
    update ${newsletterDeliveries} d set call = md5(${call}::text || '/' || numbered.part)::uuid
    from (
      select d.id, (row_number() over (order by d.id) - 1) / ${limit}::int as part from ${newsletterDeliveries} d
      where ${inBatch(batch)} and d.status = 'sending' and d.call = ${call}::uuid
    ) numbered where d.id = numbered.id and numbered.part > 0 returning d.call`);
}

export type EmailRow = Record<string, unknown> & { id: number; leadId: string; email: string; call: string };

/** The emails to send, in a stable order. */
export function selectEmails(build: Build, batch: ReaderBatch) {
  return build.execute<EmailRow>(sql`
    select d.id::float8 as id, l.id as "leadId", l.email, d.call from ${newsletterDeliveries} d
    join ${leads} l on l.id = d.lead_id where ${inBatch(batch)} and d.status = 'sending' order by d.call, d.id`);
}

const among = (ids: readonly number[]) =>
  sql`d.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

export function endEmails(build: Build, ids: readonly number[]) {
  return build.execute(sql`
    update ${newsletterDeliveries} d set status = 'sent' where ${among(ids)} and d.status = 'sending'`);
}

export function failEmails(build: Build, ids: readonly number[], reason: string) {
  return build.execute(sql`
    update ${newsletterDeliveries} d set status = 'failed', reason = ${cutText(reason, 0, 500)}
    where ${among(ids)} and d.status = 'sending'`);
}

/** Ends an issue. Emails with an unknown result count as failed. */
export function endIssue(build: Build, issueId: string) {
  return [
    build.execute(sql`
      update ${newsletterDeliveries} d set status = case when d.lead_id is null then 'skipped' else 'failed' end,
        reason = case when d.lead_id is null then 'Deleted before it was sent'
          else ${DELIVERY_UNKNOWN} end
      where d.issue_id = ${issueId}::uuid and d.status = 'sending'`),
    build.execute(sql`
      update ${newsletterIssues} set status = 'sent', sent_at = coalesce(sent_at, now()), next_round_at = null,
        updated_at = clock_timestamp(), sent_count = c.sent, failed_count = c.failed, skipped_count = c.skipped
      from (select count(*) filter (where d.status = 'sent')::int as sent,
          count(*) filter (where d.status = 'failed')::int as failed,
          count(*) filter (where d.status = 'skipped')::int as skipped
        from ${newsletterDeliveries} d where d.issue_id = ${issueId}::uuid) c
      where id = ${issueId}::uuid and status = 'sending'`),
  ] as const;
}

/** Sets when the cron task retries failed items. A later time that is set already stays. */
export function scheduleRound(build: Build, issueId: string, seconds: number) {
  return build.execute(sql`
    update ${newsletterIssues} set next_round_at = greatest(next_round_at, now() + make_interval(secs => ${seconds}::float8))
    where id = ${issueId}::uuid and status = 'sending'`);
}

export function beginRound(build: Build, issueId: string) {
  return build.execute(sql`
    update ${newsletterIssues} set rounds = rounds + 1, next_round_at = null
    where id = ${issueId}::uuid and status = 'sending'`);
}

/** Records the issue through which a reader unsubscribed. */
export function noteUnsubscribed(build: Build, issueId: string, leadId: string, now: Date) {
  return build.execute(sql`
    update ${newsletterDeliveries} d set unsubscribed_at = coalesce(d.unsubscribed_at, ${now.toISOString()}::timestamptz)
    where d.issue_id = ${issueId}::uuid and d.lead_id = ${leadId}::uuid`);
}

/** An issue being sent, for the cron task. */
export type SendingIssue = Record<string, unknown> & {
  id: string;
  jobId: string | null;
  /** Null when the job was deleted. */
  jobStatus: string | null;
  failedItems: number;
  /** A consumer is sending emails right now, even if the job was canceled. */
  isBusy: boolean;
  rounds: number;
  isLate: boolean;
  isDue: boolean;
};

export function selectSendingIssues(build: Build, now: Date, maxHours: number) {
  return build.execute<SendingIssue>(sql`
    select i.id, i.job_id as "jobId", j.status as "jobStatus", i.rounds,
      (select count(*)::int from job_items t where t.job_id = i.job_id and t.status = 'failed') as "failedItems",
      exists (select 1 from job_items t where t.job_id = i.job_id and t.status = 'running' and t.claimed_until > now())
        as "isBusy",
      i.started_at < now() - make_interval(hours => ${maxHours}::int) as "isLate",
      coalesce(i.next_round_at, now()) <= greatest(now(), ${now.toISOString()}::timestamptz) as "isDue"
    from ${newsletterIssues} i left join ${jobs} j on j.id = i.job_id where i.status = 'sending'`);
}
