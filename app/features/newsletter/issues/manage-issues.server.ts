// Issues as an editor prepares and watches them.
import { z } from 'zod';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import type { JobProgress } from '~/features/jobs/job';
import { findProgress } from '~/features/jobs/jobs.server';
import { missingForSending } from '~/features/settings/newsletter-settings';
import { readNewsletterSettings } from '~/features/settings/newsletter-settings.server';
import { formatDate, formatMoment, isDay } from '~/lib/dates';
import { ConflictError, ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { SAMPLE_TOKEN } from '../reader-link';
import { composeIssue } from './compose.server';
import { type DeliveryCounts, IssueContent, IssueInput, type IssueStatus, linksOf } from './issue';
import {
  countIssues,
  countReaders,
  deleteDraft,
  insertDraft,
  jobOfIssue,
  lockIssue,
  selectClicks,
  selectCounts,
  selectCtas,
  selectIssue,
  selectIssues,
  selectLetterAds,
  selectNewest,
  selectReasons,
  updateDraft,
} from './issues-repo.server';
import { type Letter, writeLetter } from './letter';
import { refuseIncomplete } from './start-sending.server';
import { momentOf, nextTuesday } from './tuesday';

type Reading = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Writing = Reading & Pick<AppContext, 'request'>;
export const ISSUES_PER_PAGE = 25;
/** What an editor may pick from. */
const PICKABLE = 40;
const GONE = 'There is no such issue any more.';
const TAKEN = 'There is an issue of that day already.';

const dayWords = (day: string) => formatDate(new Date(`${day}T12:00Z`), 'UTC');

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
  /** What stands in the way of sending anything. */
  missing: string[];
  /** When the clock sends the next time; null when it is told not to. */
  next: string | null;
  nextDay: string;
}

/** One round trip. Pages count from 1. */
export async function listIssues(ctx: Reading, page: number): Promise<IssueList> {
  const { db, clock } = ctx;
  const [{ newsletter, site }, { rows }, [counted], [all]] = await Promise.all([
    readNewsletterSettings(ctx),
    db.read(selectIssues(db.build, ISSUES_PER_PAGE, (page - 1) * ISSUES_PER_PAGE)),
    db.read(countReaders(db.build)),
    db.read(countIssues(db.build)),
  ]);
  const leftDays = all?.leftDays?.split(',') ?? [];
  let next = nextTuesday(clock.now(), newsletter.time, site.timeZone);
  // Sent before its hour: its day has had its issue.
  while (leftDays.includes(next.day)) next = nextTuesday(next.moment, newsletter.time, site.timeZone);
  return {
    issues: rows.map((row) => ({ ...row, date: dayWords(row.day) })),
    total: all?.total ?? 0,
    readers: counted?.readers ?? 0,
    missing: missingForSending(newsletter),
    next: newsletter.isScheduled ? formatMoment(next.moment, site.timeZone) : null,
    nextDay: next.day,
  };
}

const Day = z.string().refine(isDay, 'Choose a day');

/**
 * Begins an issue, with the introduction that the settings have.
 * @returns its id
 * @throws InvalidError for what is no day, ConflictError when that day has one
 */
export async function createIssue(ctx: Writing, actor: Actor, day: string): Promise<string> {
  const parsed = Day.safeParse(day);
  if (!parsed.success) throw new InvalidError('Choose a day', [{ field: 'day', message: 'Choose a day' }]);
  const { db } = ctx;
  const { newsletter } = await readNewsletterSettings(ctx);
  const event = { event: 'issue_created', actorId: actor.userId, subject: dayWords(parsed.data) };
  try {
    const [[created]] = await db.write(
      insertDraft(db.build, parsed.data, newsletter.intro),
      auditLine(ctx, event),
    );
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
  stamp: string;
  input: IssueInput;
  /** As it would be sent now; as it was sent. */
  content: IssueContent;
  counts: DeliveryCounts;
  /** Why letters failed. */
  reasons: { reason: string; letters: number }[];
  jobId: string | null;
  /** Of that job, while letters leave. */
  progress: JobProgress | null;
  /** How often each link was followed; null where clicks are not counted. */
  clicks: { label: string; clicks: number }[] | null;
  sentAt: string | null;
  readers: number;
  missing: string[];
  /** When the clock would send this draft; null when it would not. */
  due: string | null;
}

/**
 * Two round trips for an issue that was sent, three for a draft.
 * @throws NotFoundError
 */
export async function getIssueView(ctx: Reading, id: string): Promise<IssueView> {
  const { db, clock } = ctx;
  const [settings, issue, { rows }, reasons, clicked, [counted], progress] = await Promise.all([
    readNewsletterSettings(ctx),
    getIssue(ctx, id),
    db.read(selectCounts(db.build, id)),
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
  const isDue = newsletter.isScheduled && input.onSchedule && isTuesday(issue.day) && moment > clock.now();
  return {
    id,
    day: issue.day,
    date: dayWords(issue.day),
    status: issue.status,
    stamp: issue.stamp,
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

const isTuesday = (day: string) => new Date(`${day}T00:00Z`).getUTCDay() === 2;

/** A draft for a coming Tuesday tells of the week up to then; any other of the week up to now. */
function endOfWeek(
  day: string,
  { newsletter, site }: Awaited<ReturnType<typeof readNewsletterSettings>>,
  now: Date,
): Date {
  const moment = momentOf(day, newsletter.time, site.timeZone);
  return moment > now ? moment : now;
}

export interface Pickable {
  articles: { id: string; title: string; date: string }[];
  ctas: { id: string; title: string }[];
  ads: { id: string; name: string }[];
}

/** What an issue may have: the newest articles, and those it has; one round trip. */
export async function listPickable(ctx: Pick<AppContext, 'db'>): Promise<Pickable> {
  const { db } = ctx;
  const [articles, ctas, ads] = await Promise.all([
    db.read(selectNewest(db.build, PICKABLE)),
    db.read(selectCtas(db.build)),
    db.read(selectLetterAds(db.build)),
  ]);
  return {
    articles: articles.map(({ id, title, publishedAt }) => ({
      id,
      title,
      date: publishedAt ? formatDate(publishedAt, 'UTC') : '',
    })),
    ctas: ctas.map(({ id, title }) => ({ id, title })),
    ads: ads.map(({ id, name }) => ({ id, name })),
  };
}

/** @throws InvalidError field by field; ConflictError when somebody saved or sent it meanwhile */
export async function saveIssue(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<void> {
  const issue = parseInput(IssueInput, input);
  const { db } = ctx;
  const { day } = await getIssue(ctx, id);
  await db.write(
    lockIssue(db.build, id, stamp || null),
    updateDraft(db.build, id, issue),
    auditLine(ctx, {
      event: 'issue_updated',
      actorId: actor.userId,
      subject: dayWords(day),
      details: { id },
    }),
  );
}

/** @throws ConflictError when it is on its way; NotFoundError */
export async function deleteIssue(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const { day } = await getIssue(ctx, id);
  await db.write(
    lockIssue(db.build, id, null),
    deleteDraft(db.build, id),
    auditLine(ctx, {
      event: 'issue_deleted',
      actorId: actor.userId,
      subject: dayWords(day),
      details: { id },
    }),
  );
}

/**
 * The letter as it would leave now, with links that are nobody's.
 * @throws NotFoundError
 */
export async function previewIssue(ctx: Reading, id: string): Promise<Letter> {
  const { day, content, date } = await getIssueView(ctx, id);
  // What a preview is followed for is no reader's click.
  return writeLetter({ ...content, countClicks: false }, { siteUrl: ctx.config.siteUrl, day, date });
}

/**
 * Sends the letter to whoever asks, and to nobody else.
 * @throws ConflictError while the sender is not filled in
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
