// The newsroom's first page.
import { getSiteSettings } from '~/features/settings/settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { formatDate } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import {
  selectDrafts,
  selectLatest,
  selectLeadsByDay,
  selectSections,
  selectTotals,
} from './dashboard-repo.server';
import type { DashboardArticle, DashboardView } from './dashboard-view';
import { fillDays } from './lead-days';

const DAYS = 30;

/** One round trip. */
export async function getDashboard(ctx: Pick<AppContext, 'db' | 'clock'>): Promise<DashboardView> {
  const { db } = ctx;
  const [settings, totals, drafts, latest, leads, sections] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectTotals(db.build)),
    db.read(selectDrafts(db.build)),
    db.read(selectLatest(db.build)),
    db.read(selectLeadsByDay(db.build, DEFAULT_SETTINGS.timeZone, DAYS)),
    db.read(selectSections(db.build)),
  ]);
  const toArticle = ({ createdAt, publishDate, ...rest }: (typeof latest)[number]): DashboardArticle => ({
    ...rest,
    date: formatDate(rest.status === 'published' ? publishDate : createdAt, settings.timeZone),
  });
  const none = { articles: 0, drafts: 0, popular: 0, categories: 0, tags: 0 };
  return {
    totals: totals.rows[0] ?? none,
    drafts: drafts.map(toArticle),
    latest: latest.map(toArticle),
    leads: fillDays(leads.rows, ctx.clock.now(), settings.timeZone, DAYS),
    sections: sections.rows.map(({ name, ...section }) => ({ ...section, name: name ?? 'No Category' })),
  };
}
