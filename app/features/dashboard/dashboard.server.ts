// Loads the admin dashboard.
import { getSiteSettings } from '~/features/settings/settings.server';
import { DEFAULT_SETTINGS } from '~/features/settings/site-settings';
import { addDays, formatDate } from '~/lib/time/dates';
import { isoDayIn } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import {
  countActiveCtas,
  countSubscribers,
  selectAdTotals,
  selectDrafts,
  selectLatest,
  selectLeadsByDay,
  selectOwnLatest,
  selectOwnTotals,
  selectSections,
  selectTotals,
  selectYesterday,
} from './dashboard-repo.server';
import {
  type AuthorView,
  type DashboardArticle,
  type DashboardView,
  type LeadDay,
  type MarketingView,
  toYesterdaySentence,
} from './dashboard-view';

const DAYS = 30;

/**
 * Runs its queries in one round trip.
 * @param withLeads false for users who may not see leads
 */
export async function getDashboard(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  withLeads: boolean,
): Promise<DashboardView> {
  const { db } = ctx;
  const [settings, totals, drafts, latest, leads, sections, yesterday] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectTotals(db.build)),
    db.read(selectDrafts(db.build)),
    db.read(selectLatest(db.build)),
    withLeads ? db.read(selectLeadsByDay(db.build, DEFAULT_SETTINGS.timeZone, DAYS)) : null,
    db.read(selectSections(db.build)),
    db.read(selectYesterday(db.build)),
  ]);
  const toArticle = (row: ArticleRow) => toDashboardArticle(row, settings.timeZone);
  const none = { articles: 0, drafts: 0, popular: 0, categories: 0, tags: 0 };
  return {
    yesterday: toYesterdaySentence(yesterday.rows[0]),
    totals: totals.rows[0] ?? none,
    drafts: drafts.map(toArticle),
    latest: latest.map(toArticle),
    leads: leads && fillLeadDays(leads.rows, ctx.clock.now(), settings.timeZone, DAYS),
    sections: sections.rows.map(({ name, ...section }) => ({ ...section, name: name ?? 'No Category' })),
  };
}

/**
 * The dashboard of people who work on ads or the audience, with the parts that they may see. Runs its queries
 * in one round trip.
 */
export async function getMarketingDashboard(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  sees: Record<'ads' | 'ctas' | 'leads', boolean>,
): Promise<MarketingView> {
  const [{ timeZone }, ads, ctas, subscribers, leads, yesterday] = await Promise.all([
    getSiteSettings({ db }),
    sees.ads ? db.read(selectAdTotals(db.build, DAYS)) : null,
    sees.ctas ? db.read(countActiveCtas(db.build)) : null,
    sees.leads ? db.read(countSubscribers(db.build)) : null,
    sees.leads ? db.read(selectLeadsByDay(db.build, DEFAULT_SETTINGS.timeZone, DAYS)) : null,
    sees.leads ? db.read(selectYesterday(db.build)) : null,
  ]);
  return {
    yesterday: toYesterdaySentence(yesterday?.rows[0]),
    ads: ads && (ads.rows[0] ?? { active: 0, impressions: 0, clicks: 0 }),
    activeCtas: ctas && (ctas[0]?.total ?? 0),
    subscribers: subscribers && (subscribers[0]?.total ?? 0),
    leads: leads && fillLeadDays(leads.rows, clock.now(), timeZone, DAYS),
  };
}

/** An author's dashboard: totals and their newest articles. Runs its queries in one round trip. */
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

/** The `count` days up to today in the time zone, oldest first; days missing from `counted` get 0. */
export function fillLeadDays(
  counted: readonly LeadDay[],
  now: Date,
  timeZone: string,
  count: number,
): LeadDay[] {
  const found = new Map(counted.map(({ day, leads }) => [day, leads]));
  const today = isoDayIn(now, timeZone);
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(today, index - count + 1);
    return { day, leads: found.get(day) ?? 0 };
  });
}
