// The job that sends an issue. Some items look up the next readers and add one item per 100 of them. A
// delivery row is inserted before an email is sent, emails are sent in calls with an idempotency key, and
// results commit with the item's end (docs/decisions/0017-newsletter.md).
import { z } from 'zod';
import type { ClaimedItem, ItemOutcome, JobKind, NewItem } from '~/features/jobs/job-kind';
import { ConflictError } from '~/lib/errors';
import { countOf } from '~/lib/text';
import { formatDate, HOUR_MS } from '~/lib/time/dates';
import type { AppContext, BulkMessage, Statement } from '~/platform/context';
import { createLinkSigner } from '../emails/link-tokens.server';
import { type NewsletterEmail, renderNewsletterEmail } from '../emails/newsletter-email';
import { IssueContent, NEWSLETTER_TAG } from './issue';
import { selectIssue } from './issues-repo.server';
import {
  DELIVERY_UNKNOWN,
  type EmailRow,
  endEmails,
  endIssue,
  failEmails,
  insertEmails,
  lockSendingIssue,
  type ReaderBatch,
  retryRefused,
  scheduleRound,
  selectEmails,
  selectReaders,
  skipUnsubscribed,
  splitCall,
} from './send-repo.server';

/** Maximum of the email providers. An item covers as many readers. */
const EMAILS_PER_CALL = 100;
const READERS_PER_ITEM = 2_000;
/** Providers remember idempotency keys for 24 hours. After that, a retry could deliver an email twice. */
export const MAX_RETRY_HOURS = 20;
/** Delay before the first retry of failed items. It doubles each round, up to an hour. */
const FIRST_ROUND_SECONDS = 60;

const Input = z.object({ issueId: z.uuid(), monthly: z.boolean() });
type Input = z.infer<typeof Input>;
const Readers = z.object({ after: z.uuid().nullable() });
const Range = z.object({ from: z.uuid(), to: z.uuid(), readers: z.int() });

const GONE = 'This issue no longer exists.';
const RESTORING = 'The site is being restored from an archive. Send the issue when the restore has finished.';
const ENDED = 'Sending this issue has ended.';

export const newsletterJob: JobKind<Input> = {
  kind: 'newsletter',
  capability: 'newsletter',
  isShared: true,
  input: Input,
  // Subscribers and delivery records are incomplete during a restore.
  exclusion: () => ({ kinds: ['restore'], message: RESTORING }),
  hold: ({ db }, { issueId }) => lockSendingIssue(db.build, issueId),
  async run(ctx, item, input) {
    const readers = Readers.safeParse(item.input);
    if (readers.success) return queueReaders(ctx, readers.data.after, input);
    return sendBatch(ctx, item, { ...Range.parse(item.input), issueId: input.issueId }, input.monthly);
  },
  async finish(ctx, _job, { issueId }, counts) {
    const { db } = ctx;
    if (counts.failed > 0) await db.write(scheduleRound(db.build, issueId, FIRST_ROUND_SECONDS));
    else {
      await db.write(...endIssue(db.build, issueId));
      await ctx.pageCache.purge([NEWSLETTER_TAG]);
    }
    return undefined;
  },
  show({ input }) {
    const range = Range.safeParse(input).data;
    return { label: range ? `Emails to ${range.readers} readers` : 'Looking up readers' };
  },
  screen: () => ({ label: 'Newsletter', to: '/admin/newsletter' }),
};

async function queueReaders(ctx: AppContext, after: string | null, { monthly }: Input): Promise<ItemOutcome> {
  const { db } = ctx;
  const { rows } = await db.read(selectReaders(db.build, after, monthly, READERS_PER_ITEM));
  const more: NewItem[] = [];
  for (let first = 0; first < rows.length; first += EMAILS_PER_CALL) {
    const batch = rows.slice(first, first + EMAILS_PER_CALL);
    const [from, to] = [batch[0]?.id ?? '', batch.at(-1)?.id ?? ''];
    more.push({ key: `emails-${from}`, input: { from, to, readers: batch.length } });
  }
  const last = rows.at(-1)?.id;
  if (last && rows.length === READERS_PER_ITEM) more.push({ key: `readers-${last}`, input: { after: last } });
  return { status: 'done', more };
}

async function sendBatch(
  ctx: AppContext,
  { key }: ClaimedItem,
  batch: ReaderBatch,
  monthly: boolean,
): Promise<ItemOutcome> {
  const { db, faults } = ctx;
  const { email, isLate } = await emailOf(ctx, batch.issueId);
  const call = crypto.randomUUID();
  // The last check for unsubscribed readers before sending.
  const {
    split,
    emails: { rows },
  } = await db.writeBatch({
    skipped: skipUnsubscribed(db.build, batch),
    retried: retryRefused(db.build, batch, call),
    inserted: insertEmails(db.build, batch, call, monthly),
    split: splitCall(db.build, batch, call, EMAILS_PER_CALL),
    emails: selectEmails(db.build, batch),
  });
  const newCalls = new Set([call, ...split.rows.map((row) => row.call)]);
  if (TEST_SUPPORT) await faults.reach('before-mail', key);
  const statements: Statement<unknown>[] = [];
  let refused = 0;
  for (const [id, emails] of byCall(rows)) {
    if (isLate && !newCalls.has(id)) {
      const ids = emails.map((one) => one.id);
      statements.push(failEmails(db.build, ids, DELIVERY_UNKNOWN));
      refused += ids.length;
      continue;
    }
    const messages = await addressEmails(ctx, email, emails, batch.issueId);
    const call = { id, isRepeat: !newCalls.has(id), messages };
    const { answers, fault } = await sendCall(ctx, call, emails, statements);
    const accepted = emails.filter((_, index) => answers[index] === null);
    statements.push(
      endEmails(
        db.build,
        accepted.map((one) => one.id),
      ),
    );
    for (const [index, reason] of answers.entries()) {
      const one = emails[index];
      // As in `sendCall`, a refused repeat proves nothing about the first attempt.
      if (reason === null || !one || (fault && call.isRepeat)) continue;
      refused += 1;
      statements.push(failEmails(db.build, [one.id], reason));
    }
    if (fault) {
      await db.write(...statements);
      throw new ConflictError(fault);
    }
  }
  if (TEST_SUPPORT) await faults.reach('after-mail', key);
  return {
    status: 'done',
    statements,
    ...(refused > 0 && { reason: `${countOf(refused, 'email')} failed` }),
  };
}

/**
 * If the call fails, records the results of the calls before it. If the provider definitely refused it, records that too, so that
 * a retry can use a new call. A refused repeat proves nothing about the first attempt, which may have been accepted.
 */
async function sendCall(
  { db, mail }: AppContext,
  call: Parameters<AppContext['mail']['sendMany']>[0],
  emails: readonly EmailRow[],
  earlier: readonly Statement<unknown>[],
) {
  try {
    return await mail.sendMany(call);
  } catch (error) {
    const ids = emails.map(({ id }) => id);
    const isRefused = error instanceof ConflictError && !call.isRepeat;
    const results = [...earlier, ...(isRefused ? [failEmails(db.build, ids, error.message)] : [])];
    if (results.length > 0) await db.write(...results);
    throw error;
  }
}

function byCall(rows: readonly EmailRow[]): Map<string, EmailRow[]> {
  const calls = new Map<string, EmailRow[]>();
  for (const row of rows) calls.set(row.call, [...(calls.get(row.call) ?? []), row]);
  return calls;
}

/** @throws ConflictError when the issue no longer exists or sending it has ended */
async function emailOf(
  ctx: AppContext,
  issueId: string,
): Promise<{ email: NewsletterEmail; isLate: boolean }> {
  const { db, config, clock } = ctx;
  const [issue] = await db.read(selectIssue(db.build, issueId));
  const content = IssueContent.safeParse(issue?.content);
  if (!issue || !content.success) throw new ConflictError(GONE);
  if (issue.status !== 'sending') throw new ConflictError(ENDED);
  const date = formatDate(new Date(`${issue.day}T12:00Z`), 'UTC');
  const age = clock.now().getTime() - (issue.startedAt ?? clock.now()).getTime();
  return {
    email: renderNewsletterEmail(content.data, { siteUrl: config.siteUrl, day: issue.day, date }),
    isLate: age > MAX_RETRY_HOURS * HOUR_MS,
  };
}

async function addressEmails(
  ctx: AppContext,
  message: NewsletterEmail,
  emails: readonly EmailRow[],
  issueId: string,
): Promise<BulkMessage[]> {
  const signer = await createLinkSigner(ctx);
  return Promise.all(
    emails.map(async ({ email, leadId }) => message.to(email, await signer.reader({ leadId, issueId }))),
  );
}
