// An issue goes on its way: once, whoever starts it and however often.
import { auditLine } from '~/features/audit/audit.server';
import { startJob } from '~/features/jobs/start-job.server';
import { missingForSending } from '~/features/settings/newsletter-settings';
import { readNewsletterSettings } from '~/features/settings/newsletter-settings.server';
import { countOf } from '~/lib/count-of';
import { ConflictError, ConstraintError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { composeIssue, plainIssue } from './compose.server';
import { type IssueContent, IssueInput, NEWSLETTER_TAG } from './issue';
import { countReaders, lockIssue, selectIssue, selectIssueOfDay } from './issues-repo.server';
import { newsletterJob } from './send-job.server';
import { decideMonthly, insertStarted, startDraft, waitForOtherIssues } from './send-repo.server';
import { dueIssue } from './tuesday';

type Sending = Pick<AppContext, 'db' | 'config' | 'clock' | 'request' | 'queue' | 'log' | 'pages' | 'mail'>;

export const ON_ITS_WAY = 'This issue is on its way already.';
const EMPTY = 'There is nothing in this issue yet: pick at least one article.';
const NO_READERS = 'Nobody has confirmed a subscription yet.';

/** @throws InvalidError never; ConflictError with the sentence that says what is missing */
export function refuseIncomplete(missing: readonly string[]): void {
  if (missing.length === 0) return;
  throw new ConflictError(
    `Before the first issue can be sent, fill in ${missing.join(', ')} in the newsletter’s settings.`,
  );
}

/**
 * Sends a prepared issue now.
 * @param stamp of the state that was looked at
 * @throws ConflictError when it is on its way, was changed meanwhile, is empty, or cannot be sent yet
 */
export async function sendNow(
  ctx: Sending,
  actor: { userId: string },
  id: string,
  stamp: string,
): Promise<void> {
  const { db, clock } = ctx;
  const [settings, [issue], [counted]] = await Promise.all([
    readNewsletterSettings(ctx),
    db.read(selectIssue(db.build, id)),
    db.read(countReaders(db.build)),
  ]);
  if (issue?.status !== 'draft') throw new ConflictError(ON_ITS_WAY);
  refuseIncomplete(missingForSending(settings.newsletter));
  if (ctx.mail.whyNoLetters) throw new ConflictError(ctx.mail.whyNoLetters);
  if (!counted?.readers) throw new ConflictError(NO_READERS);
  const content = await composeIssue(ctx, IssueInput.parse(issue), clock.now(), settings);
  if (content.articles.length === 0) throw new ConflictError(EMPTY);
  await start(ctx, actor.userId, { id, day: issue.day, stamp }, content, counted.readers);
}

/**
 * What the clock does each minute: on Tuesdays, when the hour has come, sends the issue that an editor prepared, or one made
 * of the week's articles. Nothing new, or nobody to read it: nothing is sent.
 * @returns how many issues went on their way
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
  const content = await composeIssue(ctx, input, due.moment, settings);
  if (content.articles.length === 0) return 0;
  const missing = missingForSending(newsletter);
  const reason = missing.length > 0 ? `missing: ${missing.join(', ')}` : ctx.mail.whyNoLetters;
  if (reason) {
    log.write({ event: 'issue_not_sent', date: due.day, reason });
    return 0;
  }
  try {
    await start(
      ctx,
      null,
      { id: issue?.id ?? null, day: due.day, stamp: issue?.stamp ?? null },
      content,
      counted.readers,
    );
    return 1;
  } catch (error) {
    // Another trigger, or an editor, was faster.
    if (error instanceof ConflictError || error instanceof ConstraintError) return 0;
    throw error;
  }
}

async function start(
  ctx: Sending,
  actorId: string | null,
  issue: { id: string | null; day: string; stamp: string | null },
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
    // Decided below, where no other issue can start at the same moment.
    input: { issueId: id, monthly: false },
    items: [{ key: 'readers', input: { after: null } }],
    createdBy: actorId,
    statements: [
      ...(issue.id
        ? [lockIssue(db.build, id, issue.stamp), startDraft(db.build, starting)]
        : [insertStarted(db.build, starting)]),
      waitForOtherIssues(db.build),
      decideMonthly(db.build, starting),
      auditLine(ctx, event),
    ],
  });
  // Every letter leads to the archive.
  await ctx.pages.purge([NEWSLETTER_TAG]);
}
