// The public archive of sent issues, and the redirects behind links in newsletter emails.
import { areWithin, countManyCalls, deleteOldCalls } from '~/features/rate-limit/throttle-calls.server';
import { issueLink } from '~/features/readership/tracking/visit-source';
import { callerKey } from '~/lib/caller-key';
import { NotFoundError } from '~/lib/errors';
import { isCrawler } from '~/lib/is-crawler';
import { formatLongDate, isDay } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { type ArchivedIssue, IssueContent, linksOf, NEWSLETTER_TAG } from './issue';
import { countClick, selectArchive, selectArchived } from './issues-repo.server';

export const ISSUE_GONE = 'This issue does not exist.';

export interface ArchiveEntry {
  day: string;
  date: string;
  subject: string;
  /** Titles of its articles. */
  titles: string[];
}

const formatDay = (day: string) => formatLongDate(new Date(`${day}T12:00Z`), 'UTC');

/** Newest first. */
export async function listArchive({ db, page }: Pick<AppContext, 'db' | 'page'>): Promise<ArchiveEntry[]> {
  page.tag(NEWSLETTER_TAG);
  const { rows } = await db.read(selectArchive(db.build));
  return rows.map((row) => ({ ...row, date: formatDay(row.day) }));
}

/** @throws NotFoundError */
export async function getArchived(
  { db, page }: Pick<AppContext, 'db' | 'page'>,
  day: string,
): Promise<ArchivedIssue> {
  if (!isDay(day)) throw new NotFoundError(ISSUE_GONE);
  const [row] = await db.read(selectArchived(db.build, day));
  const content = IssueContent.safeParse(row?.content);
  if (!row || !content.success) throw new NotFoundError(ISSUE_GONE);
  page.tag(NEWSLETTER_TAG);
  const { subject, preheader, intro, articles, cta } = content.data;
  return { day, date: formatDay(day), subject, preheader, intro, articles, cta };
}

type ClickContext = Pick<AppContext, 'db' | 'log' | 'request' | 'tokens' | 'limits'>;

/** A reader's repeated clicks on one link within this time count once, as for ads (decision 15). */
const SAME_CLICK_SECONDS = 10 * 60;
/** Readers counted per IP address in that time, no matter which user agents they send. */
const MAX_READERS_PER_IP = 10;

/**
 * Returns the target of a link in an issue. Only links in the issue itself resolve, so this is not an open
 * redirect. Counts the click in the background and stores nothing about the reader.
 * @param isVisit false for a prefetch, preview or HEAD request (http/cache/is-visit.ts), which redirects
 * without counting
 * @throws NotFoundError
 */
export async function followNewsletterLink(
  ctx: ClickContext & Pick<AppContext, 'waitUntil'>,
  day: string,
  index: number,
  isVisit: boolean,
): Promise<string> {
  const { db } = ctx;
  if (!isDay(day)) throw new NotFoundError(ISSUE_GONE);
  const [row] = await db.read(selectArchived(db.build, day));
  const content = IssueContent.safeParse(row?.content);
  const link = content.success ? linksOf(content.data)[index]?.link : undefined;
  if (!link) throw new NotFoundError(ISSUE_GONE);
  if (isVisit && !isCrawler(ctx.request.userAgent)) ctx.waitUntil(recordClick(ctx, day, index));
  return issueLink(link, day, index);
}

async function recordClick(ctx: ClickContext, day: string, index: number): Promise<void> {
  const { db, request, tokens, limits } = ctx;
  const caller = callerKey(request.address);
  try {
    if (!(await limits.clicks.allow(`newsletter ${caller}`))) return;
    const reader = await tokens.keyedHash(`newsletter reader:${caller} ${request.userAgent}`);
    const number = Number.parseInt(reader.slice(0, 4), 16) % MAX_READERS_PER_IP;
    // Keyed, so that the hash cannot be computed from an IP address to find out who clicked.
    const click = await tokens.keyedHash(`newsletter click:${caller} ${number} ${day} ${index}`);
    const once = { key: `newsletter-click:${click}`, limit: 1, windowSeconds: SAME_CLICK_SECONDS };
    await db.write(
      countManyCalls(ctx, once, 1),
      countClick(db.build, day, index, areWithin([once])),
      deleteOldCalls(ctx),
    );
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'newsletter click', reason: String(error) });
  }
}
