// Issues that were sent, as pages for everybody, and the links in their letters.
import { formatLongDate, isDay } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
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

/**
 * Where a link of a letter leads; what stands in the issue and nothing else. Counts the click behind the answer, and
 * nothing about who clicked.
 * @throws NotFoundError
 */
export async function followLink(
  ctx: Pick<AppContext, 'db' | 'log' | 'waitUntil'>,
  day: string,
  place: number,
  isCounted: boolean,
): Promise<string> {
  const { db } = ctx;
  if (!isDay(day)) throw new NotFoundError(ISSUE_GONE);
  const [row] = await db.read(selectArchived(db.build, day));
  const content = IssueContent.safeParse(row?.content);
  const link = content.success ? linksOf(content.data)[place]?.link : undefined;
  if (!link) throw new NotFoundError(ISSUE_GONE);
  if (isCounted)
    ctx.waitUntil(
      db.write(countClick(db.build, day, place)).catch((error) => {
        ctx.log.write({ event: 'failure', where: 'newsletter click', reason: String(error) });
      }),
    );
  return link;
}
