// Starts sending an issue: exactly once, even with concurrent requests.
import { auditLine } from '~/features/audit/audit.server';
import { findJob } from '~/features/jobs/jobs.server';
import { startJob } from '~/features/jobs/start-job.server';
import { missingForSending } from '~/features/settings/newsletter-settings';
import { readNewsletterSettings } from '~/features/settings/newsletter-settings.server';
import { ConflictError, ConstraintError, JobRunningError } from '~/lib/errors';
import { countOf } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { composeIssue, plainIssue } from './compose.server';
import { type IssueContent, IssueInput, NEWSLETTER_TAG } from './issue';
import { countReaders, selectIssue, selectIssueOfDay } from './issues-repo.server';
import { newsletterJob } from './send-job.server';
import { decideMonthly, insertStarted, lockIssue, lockIssueStarts, startDraft } from './send-repo.server';
import { dueIssue } from './send-time';

type Sending = Pick<
  AppContext,
  'db' | 'config' | 'clock' | 'request' | 'queue' | 'log' | 'pageCache' | 'mail'
>;

export const ON_ITS_WAY = 'This issue is already being sent.';
const EMPTY = 'This issue has no articles. Pick at least one.';
const NO_READERS = 'No confirmed subscribers yet.';

/** @throws ConflictError that lists the missing settings */
export function refuseIncomplete(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new ConflictError(
    `Before the first issue can be sent, fill in ${missing.join(', ')} in the newsletter settings.`,
  );
}

/**
 * Sends a draft now.
 * @param version the version that was reviewed
 * @throws JobRunningError when the issue is already being sent; ConflictError when it was changed since, is
 * empty, cannot be sent yet, or a restore is running
 */
export async function sendNow(
  ctx: Sending,
  actor: { userId: string },
  id: string,
  version: string,
): Promise<void> {
  const { db, clock } = ctx;
  const [settings, [issue], [counted]] = await Promise.all([
    readNewsletterSettings(ctx),
    db.read(selectIssue(db.build, id)),
    db.read(countReaders(db.build)),
  ]);
  if (issue?.status !== 'draft') throw await alreadySent(ctx, issue?.jobId ?? null);
  refuseIncomplete(missingForSending(settings.newsletter));
  if (ctx.mail.newslettersUnavailable) throw new ConflictError(ctx.mail.newslettersUnavailable);
  if (!counted?.readers) throw new ConflictError(NO_READERS);
  const content = await composeIssue(ctx, IssueInput.parse(issue), clock.now(), settings);
  if (content.articles.length === 0) throw new ConflictError(EMPTY);
  try {
    await start(ctx, actor.userId, { id, day: issue.day, version }, content, counted.readers);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // Someone saved the issue, someone else started to send it, or the site is being restored.
    const [now] = await db.read(selectIssue(db.build, id));
    throw now?.jobId ? await alreadySent(ctx, now.jobId) : new ConflictError(error.message, { cause: error });
  }
}

async function alreadySent(ctx: Pick<AppContext, 'db'>, jobId: string | null): Promise<ConflictError> {
  const job = jobId === null ? null : await findJob(ctx, jobId);
  if (!job) return new ConflictError(ON_ITS_WAY);
  return new JobRunningError(ON_ITS_WAY, { id: job.id, input: null, startedBy: job.createdByName });
}

/**
 * Cron task, every minute: on Tuesdays at the set time, sends the editor's draft, or an issue of the week's
 * articles. Sends nothing without new articles or confirmed readers.
 * @returns the number of issues started
 */
export async function sendDueIssue(ctx: Sending): Promise<number> {
  const { db, clock, log } = ctx;
  const settings = await readNewsletterSettings(ctx);
  const { newsletter, site } = settings;
  const due = newsletter.isScheduled ? dueIssue(clock.now(), newsletter.time, site.timeZone) : null;
  if (!due) return 0;
  const [[issue], [counted]] = await Promise.all([
    db.read(selectIssueOfDay(db.build, due.day)),
    db.read(countReaders(db.build)),
  ]);
  if (issue && (issue.status !== 'draft' || !issue.onSchedule)) return 0;
  if (!counted?.readers) return 0;
  const input = issue ? IssueInput.parse(issue) : plainIssue(settings);
  const content = await composeIssue(ctx, input, clock.now(), settings);
  if (content.articles.length === 0) return 0;
  const missing = missingForSending(newsletter);
  const reason = missing.length > 0 ? `missing: ${missing.join(', ')}` : ctx.mail.newslettersUnavailable;
  if (reason) {
    log.write({ event: 'issue_not_sent', date: due.day, reason });
    return 0;
  }
  try {
    await start(
      ctx,
      null,
      { id: issue?.id ?? null, day: due.day, version: issue?.version ?? null },
      content,
      counted.readers,
    );
    return 1;
  } catch (error) {
    // Another cron run or an editor has already started it.
    if (error instanceof ConflictError || error instanceof ConstraintError) return 0;
    throw error;
  }
}

async function start(
  ctx: Sending,
  actorId: string | null,
  issue: { id: string | null; day: string; version: string | null },
  content: IssueContent,
  readers: number,
): Promise<void> {
  const { db } = ctx;
  const id = issue.id ?? crypto.randomUUID();
  const jobId = crypto.randomUUID();
  const starting = { id, day: issue.day, jobId, content };
  const event = { event: 'issue_sent', actorId, subject: content.subject, details: { id } };
  await startJob(ctx, {
    id: jobId,
    kind: newsletterJob,
    title: `Send “${content.subject}” to ${countOf(readers, 'reader')}`,
    // Set by `decideMonthly` below, under the lock.
    input: { issueId: id, monthly: false },
    items: [{ key: 'readers', input: { after: null } }],
    createdBy: actorId,
    statements: [
      ...(issue.id
        ? [lockIssue(db.build, id, issue.version), startDraft(db.build, starting)]
        : [insertStarted(db.build, starting)]),
      lockIssueStarts(db.build),
      decideMonthly(db.build, starting),
      auditLine(ctx, event),
    ],
  });
  // Every email links to the archive.
  await ctx.pageCache.purge([NEWSLETTER_TAG]);
}
