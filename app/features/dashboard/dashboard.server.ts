// The newsroom's first page.
import { getSiteSettings } from '~/features/settings/settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { formatDate } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import {
  selectDrafts,
  selectLatest,
  selectLeadsByDay,
  selectOwnLatest,
  selectOwnTotals,
  selectSections,
  selectTotals,
} from './dashboard-repo.server';
import type { AuthorView, DashboardArticle, DashboardView } from './dashboard-view';
import { fillDays } from './lead-days';

const DAYS = 30;

/**
 * One round trip.
 * @param withLeads false for who may not know who subscribed
 */
export async function getDashboard(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  withLeads: boolean,
): Promise<DashboardView> {
  const { db } = ctx;
  const [settings, totals, drafts, latest, leads, sections] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectTotals(db.build)),
    db.read(selectDrafts(db.build)),
    db.read(selectLatest(db.build)),
    withLeads ? db.read(selectLeadsByDay(db.build, DEFAULT_SETTINGS.timeZone, DAYS)) : null,
    db.read(selectSections(db.build)),
  ]);
  const toArticle = (row: ArticleRow) => toDashboardArticle(row, settings.timeZone);
  const none = { articles: 0, drafts: 0, popular: 0, categories: 0, tags: 0 };
  return {
    totals: totals.rows[0] ?? none,
    drafts: drafts.map(toArticle),
    latest: latest.map(toArticle),
    leads: leads && fillDays(leads.rows, ctx.clock.now(), settings.timeZone, DAYS),
    sections: sections.rows.map(({ name, ...section }) => ({ ...section, name: name ?? 'No Category' })),
  };
}

/** An author's first page: how many articles they have, and those they touched last. One round trip. */
export async function getAuthorDashboard(
  { db }: Pick<AppContext, 'db'>,
  ownerId: string,
): Promise<AuthorView> {
  const [settings, totals, latest] = await Promise.all([
    getSiteSettings({ db }),
    db.read(selectOwnTotals(db.build, ownerId)),
    db.read(selectOwnLatest(db.build, ownerId)),
  ]);
  return {
    totals: totals.rows[0] ?? { drafts: 0, published: 0 },
    latest: latest.map((row) => toDashboardArticle(row, settings.timeZone)),
  };
}

type ArticleRow = Awaited<ReturnType<typeof selectLatest>>[number];

function toDashboardArticle(
  { createdAt, publishDate, ...rest }: ArticleRow,
  timeZone: string,
): DashboardArticle {
  return { ...rest, date: formatDate(rest.status === 'published' ? publishDate : createdAt, timeZone) };
}
