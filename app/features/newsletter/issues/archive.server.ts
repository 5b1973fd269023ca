// Issues that were sent, as pages for everybody, and the links in their letters.
import { areWithin, countManyCalls, forgetOldCalls } from '~/features/accounts/throttle-calls.server';
import { callerKey } from '~/lib/caller-key';
import { formatLongDate, isDay } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
import { isCrawler } from '~/lib/is-crawler';
import type { AppContext } from '~/platform/context';
import { type ArchivedIssue, IssueContent, linksOf, NEWSLETTER_TAG } from './issue';
import { countClick, selectArchive, selectArchived } from './issues-repo.server';

export const ISSUE_GONE = 'There is no such issue.';

export interface ArchiveEntry {
  day: string;
  date: string;
  subject: string;
  /** Titles of its articles. */
  titles: string[];
}

const dayWords = (day: string) => formatLongDate(new Date(`${day}T12:00Z`), 'UTC');

/** Newest first. */
export async function listArchive({ db, page }: Pick<AppContext, 'db' | 'page'>): Promise<ArchiveEntry[]> {
  page.tag(NEWSLETTER_TAG);
  const { rows } = await db.read(selectArchive(db.build));
  return rows.map((row) => ({ ...row, date: dayWords(row.day) }));
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
  return { day, date: dayWords(day), subject, preheader, intro, articles, cta };
}

type Following = Pick<AppContext, 'db' | 'log' | 'request' | 'tokens' | 'limits'>;

/** A reader's clicks on one link within this time count once (decision 15 has the same rules for ads). */
const SAME_CLICK_SECONDS = 10 * 60;
/** Readers behind one address that count in that time, whatever browsers they name. */
const MOST_READERS = 10;

/**
 * Where a link of a letter leads; what stands in the issue and nothing else. Counts the click behind the answer, and keeps
 * nothing about who clicked.
 * @param isVisit false for a prefetch, a preview or a HEAD request (http/is-visit.ts), which lead on without counting
 * @throws NotFoundError
 */
export async function followLink(
  ctx: Following & Pick<AppContext, 'waitUntil'>,
  day: string,
  place: number,
  isVisit: boolean,
): Promise<string> {
  const { db } = ctx;
  if (!isDay(day)) throw new NotFoundError(ISSUE_GONE);
  const [row] = await db.read(selectArchived(db.build, day));
  const content = IssueContent.safeParse(row?.content);
  const link = content.success ? linksOf(content.data)[place]?.link : undefined;
  if (!link) throw new NotFoundError(ISSUE_GONE);
  if (isVisit && !isCrawler(ctx.request.userAgent)) ctx.waitUntil(keepClick(ctx, day, place));
  return link;
}

async function keepClick(ctx: Following, day: string, place: number): Promise<void> {
  const { db, request, tokens, limits } = ctx;
  const caller = callerKey(request.address);
  try {
    if (!(await limits.clicks.allow(`newsletter ${caller}`))) return;
    const reader = await tokens.keyedHash(`newsletter reader:${caller} ${request.userAgent}`);
    const number = Number.parseInt(reader.slice(0, 4), 16) % MOST_READERS;
    // Without the secret, no one can compute it from an address to find out who clicked.
    const click = await tokens.keyedHash(`newsletter click:${caller} ${number} ${day} ${place}`);
    const once = { key: `newsletter-click:${click}`, limit: 1, windowSeconds: SAME_CLICK_SECONDS };
    await db.write(
      countManyCalls(ctx, once, 1),
      countClick(db.build, day, place, areWithin([once])),
      forgetOldCalls(ctx),
    );
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'newsletter click', reason: String(error) });
  }
}
