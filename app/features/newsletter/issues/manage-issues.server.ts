// Lists, creates, edits, previews and tests issues for editors.
import { z } from 'zod';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import type { JobProgress } from '~/features/jobs/job';
import { findProgress } from '~/features/jobs/jobs.server';
import { missingForSending } from '~/features/settings/newsletter-settings';
import { readNewsletterSettings } from '~/features/settings/newsletter-settings.server';
import { ConflictError, ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { formatDate, formatMoment, isDay } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { type NewsletterEmail, renderNewsletterEmail } from '../emails/newsletter-email';
import { SAMPLE_TOKEN } from '../emails/reader-link';
import { composeIssue } from './compose.server';
import { type DeliveryCounts, IssueContent, IssueInput, type IssueStatus, linksOf } from './issue';
import {
  countIssues,
  countReaders,
  deleteIssueDraft,
  insertDraft,
  jobOfIssue,
  selectClicks,
  selectDeliveryCounts,
  selectIssue,
  selectIssues,
  selectReasons,
  selectUpcomingDrafts,
  updateDraft,
} from './issues-repo.server';
import { lockIssue } from './send-repo.server';
import { momentOf, nextTuesday, staysScheduled } from './send-time';
import { refuseIncomplete } from './start-sending.server';

type Reading = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Writing = Reading & Pick<AppContext, 'request'>;
export const ISSUES_PER_PAGE = 25;
const GONE = 'This issue no longer exists.';
const TAKEN = 'An issue for that day already exists.';

const formatDay = (day: string) => formatDate(new Date(`${day}T12:00Z`), 'UTC');

export interface IssueList {
  issues: (DeliveryCounts & {
    id: string;
    day: string;
    date: string;
    status: IssueStatus;
    subject: string;
    onSchedule: boolean;
  })[];
  total: number;
  readers: number;
  /** Missing settings without which nothing can be sent. */
  missing: string[];
  /** Time of the next scheduled issue; null when scheduling is off. */
  next: string | null;
  nextDay: string;
  /** The draft for `nextDay`. */
  planned: { id: string; onSchedule: boolean } | null;
  /** The next Tuesday without an issue. */
  freeDay: string;
}

/**
 * Lists issues in one round trip.
 * @param page from 1
 */
export async function listIssues(ctx: Reading, page: number): Promise<IssueList> {
  const { db, clock } = ctx;
  const [{ newsletter, site }, { rows }, [counted], [all], drafts] = await Promise.all([
    readNewsletterSettings(ctx),
    db.read(selectIssues(db.build, ISSUES_PER_PAGE, (page - 1) * ISSUES_PER_PAGE)),
    db.read(countReaders(db.build)),
    db.read(countIssues(db.build)),
    db.read(selectUpcomingDrafts(db.build)),
  ]);
  const nextWithout = (days: string) => {
    let found = nextTuesday(clock.now(), newsletter.time, site.timeZone);
    while (days.includes(found.day)) found = nextTuesday(found.moment, newsletter.time, site.timeZone);
    return found;
  };
  // Skip days whose issue was sent early.
  const next = nextWithout(all?.sentDays ?? '');
  return {
    issues: rows.map((row) => ({ ...row, date: formatDay(row.day) })),
    total: all?.total ?? 0,
    readers: counted?.readers ?? 0,
    missing: missingForSending(newsletter),
    next: newsletter.isScheduled ? formatMoment(next.moment, site.timeZone) : null,
    nextDay: next.day,
    planned: drafts.find(({ day }) => day === next.day) ?? null,
    freeDay: nextWithout(all?.takenDays ?? '').day,
  };
}

const Day = z.string().refine(isDay, 'Choose a day');

/**
 * Creates a draft with the introduction from the settings.
 * @returns its id
 * @throws InvalidError for an invalid day; ConflictError when the day already has an issue
 */
export async function createIssue(ctx: Writing, actor: Actor, day: string): Promise<string> {
  const parsed = Day.safeParse(day);
  if (!parsed.success) throw new InvalidError('Choose a day', [{ field: 'day', message: 'Choose a day' }]);
  const { db } = ctx;
  const { newsletter } = await readNewsletterSettings(ctx);
  const event = { event: 'issue_created', actorId: actor.userId, subject: formatDay(parsed.data) };
  try {
    const {
      created: [created],
    } = await db.writeBatch({
      created: insertDraft(db.build, parsed.data, newsletter.intro),
      audit: auditLine(ctx, event),
    });
    return created?.id ?? '';
  } catch (error) {
    if (error instanceof ConstraintError && error.kind === 'duplicate') throw new ConflictError(TAKEN);
    throw error;
  }
}

/** @throws NotFoundError */
async function getIssue({ db }: Pick<AppContext, 'db'>, id: string) {
  const [issue] = await db.read(selectIssue(db.build, id));
  if (!issue) throw new NotFoundError(GONE);
  return issue;
}

export interface IssueView {
  id: string;
  day: string;
  date: string;
  status: IssueStatus;
  version: string;
  input: IssueInput;
  /** For a draft, the content as it would be sent now; otherwise as sent. */
  content: IssueContent;
  counts: DeliveryCounts;
  /** Failure reasons with the number of emails. */
  reasons: { reason: string; emails: number }[];
  jobId: string | null;
  /** Progress of the job while the issue is being sent. */
  progress: JobProgress | null;
  /** Clicks per link; null where clicks are not counted. */
  clicks: { label: string; clicks: number }[] | null;
  sentAt: string | null;
  readers: number;
  missing: string[];
  /** When this draft will be sent automatically; null when it will not. */
  due: string | null;
}

/**
 * Two round trips for a sent issue, three for a draft.
 * @throws NotFoundError
 */
export async function getIssueView(ctx: Reading, id: string): Promise<IssueView> {
  const { db, clock } = ctx;
  const [settings, issue, { rows }, reasons, clicked, [counted], progress] = await Promise.all([
    readNewsletterSettings(ctx),
    getIssue(ctx, id),
    db.read(selectDeliveryCounts(db.build, id)),
    db.read(selectReasons(db.build, id)),
    db.read(selectClicks(db.build, id)),
    db.read(countReaders(db.build)),
    findProgress(ctx, jobOfIssue(id)),
  ]);
  const { newsletter, site } = settings;
  const input = IssueInput.parse(issue);
  const at = endOfWeek(issue.day, settings, clock.now());
  const content =
    issue.status === 'draft'
      ? await composeIssue(ctx, input, at, settings)
      : (IssueContent.safeParse(issue.content).data ?? (await composeIssue(ctx, input, at, settings)));
  const moment = momentOf(issue.day, newsletter.time, site.timeZone);
  const isDue =
    newsletter.isScheduled && input.onSchedule && staysScheduled(issue.day, clock.now(), site.timeZone);
  return {
    id,
    day: issue.day,
    date: formatDay(issue.day),
    status: issue.status,
    version: issue.version,
    input,
    content,
    counts: rows[0] ?? { sent: 0, sending: 0, failed: 0, skipped: 0, unsubscribed: 0 },
    reasons: reasons.rows,
    jobId: issue.jobId,
    progress: issue.status === 'sending' ? progress : null,
    clicks: content.countClicks
      ? linksOf(content).map(({ label }, place) => ({
          label,
          clicks: clicked.find(({ link }) => link === place)?.clicks ?? 0,
        }))
      : null,
    sentAt: issue.sentAt && formatMoment(issue.sentAt, site.timeZone),
    readers: counted?.readers ?? 0,
    missing: missingForSending(newsletter),
    due: isDue ? formatMoment(moment, site.timeZone) : null,
  };
}

/** A draft for a coming Tuesday covers the week up to then; any other covers the week up to now. */
function endOfWeek(
  day: string,
  { newsletter, site }: Awaited<ReturnType<typeof readNewsletterSettings>>,
  now: Date,
): Date {
  const moment = momentOf(day, newsletter.time, site.timeZone);
  return moment > now ? moment : now;
}

/** @throws InvalidError with field errors; ConflictError when the issue was saved or sent since */
export async function saveIssue(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const issue = parseInput(IssueInput, input);
  const { db } = ctx;
  const { day } = await getIssue(ctx, id);
  await db.write(
    lockIssue(db.build, id, version || null),
    updateDraft(db.build, id, issue),
    auditLine(ctx, {
      event: 'issue_updated',
      actorId: actor.userId,
      subject: formatDay(day),
      details: { id },
    }),
  );
}

/** @throws ConflictError when the issue is being sent or was sent; NotFoundError */
export async function deleteIssue(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const { day } = await getIssue(ctx, id);
  await db.write(
    lockIssue(db.build, id, null),
    deleteIssueDraft(db.build, id),
    auditLine(ctx, {
      event: 'issue_deleted',
      actorId: actor.userId,
      subject: formatDay(day),
      details: { id },
    }),
  );
}

/**
 * The email as it would be sent now, with sample tokens in its links.
 * @throws NotFoundError
 */
export async function previewIssue(ctx: Reading, id: string): Promise<NewsletterEmail> {
  const { day, content, date } = await getIssueView(ctx, id);
  // Clicks in a preview must not count.
  return renderNewsletterEmail(
    { ...content, countClicks: false },
    { siteUrl: ctx.config.siteUrl, day, date },
  );
}

/**
 * Sends the email to the given address only.
 * @throws ConflictError while sender settings are missing
 */
export async function sendTest(
  ctx: Reading & Pick<AppContext, 'mail'>,
  id: string,
  email: string,
): Promise<void> {
  const { newsletter } = await readNewsletterSettings(ctx);
  refuseIncomplete(missingForSending(newsletter));
  const message = (await previewIssue(ctx, id)).to(email, SAMPLE_TOKEN);
  await ctx.mail.send({ ...message, subject: `[Test] ${message.subject}` });
}
