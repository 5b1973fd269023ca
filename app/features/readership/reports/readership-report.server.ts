// The readership report.
import type { Role } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import { formatDay } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { groupLabel } from './group-labels';
import type { LiveReaders } from './live-readers';
import { selectLiveReaders } from './live-readers-repo.server';
import { type GroupRow, selectGroups, selectTopArticles } from './ranking-repo.server';
import {
  addUpReading,
  GROUP_KINDS,
  type GroupKind,
  NO_READING,
  type ReadershipReport,
  type ReadingGroup,
  type ReadingStep,
  toDaySteps,
  toHourSteps,
} from './readership-report';
import {
  selectHeat,
  selectInternal,
  selectPeriod,
  selectReadIssues,
  selectReadingDays,
  selectReadingDrops,
  selectReadingHours,
} from './readership-report-repo.server';
import type { ReadingQuery } from './reading-range';

type ReadContext = Pick<AppContext, 'db'>;

const SHOWN_ARTICLES = 20;
const SHOWN_GROUPS = 10;

/** One round trip. */
export async function getReadershipReport(
  { db }: ReadContext,
  query: ReadingQuery,
  viewer: { role: Role },
): Promise<ReadershipReport> {
  const { build } = db;
  const { range, by } = query;
  const [period, days, hours, heat, articles, internal, issues, drops, ...groups] = await Promise.all([
    db.read(selectPeriod(build, range)),
    db.read(selectReadingDays(build, range)),
    range.days === 1 ? db.read(selectReadingHours(build, range)) : null,
    db.read(selectHeat(build, range)),
    db.read(
      selectTopArticles(build, range, by, { limit: SHOWN_ARTICLES, seesAll: may(viewer, 'all articles') }),
    ),
    db.read(selectInternal(build, range)),
    db.read(selectReadIssues(build, range, by, SHOWN_GROUPS)),
    db.read(selectReadingDrops(build, range)),
    ...GROUP_KINDS.map((kind) => db.read(selectGroups(build, kind, range, by, SHOWN_GROUPS))),
  ]);
  const bounds = period.rows[0] ?? { first: '', last: '', before: '' };
  const isCurrent = ({ day }: { day: string }) => day >= bounds.first;
  const steps: ReadingStep[] = hours
    ? toHourSteps(
        hours.rows.filter(({ isBefore }) => !isBefore),
        hours.rows.filter(({ isBefore }) => isBefore),
      )
    : toDaySteps(days.rows, bounds, (day) => formatDay(day));
  return {
    query,
    period: bounds,
    total: addUpReading(days.rows.filter(isCurrent)),
    before: addUpReading(days.rows.filter((row) => !isCurrent(row))),
    steps,
    heat: heat.rows,
    articles: articles.rows,
    groups: GROUP_KINDS.map((kind, index) => ({
      kind,
      rows: (groups[index]?.rows ?? []).map((row) => toGroup(kind, row)),
    })),
    internal: internal.rows[0] ?? NO_READING,
    issues: issues.rows.map((issue) => ({ ...issue, links: issue.links ?? [] })),
    drops: drops.rows,
  };
}

export function toGroup(kind: GroupKind, { name, title, ...figures }: GroupRow): ReadingGroup {
  return { key: name, label: groupLabel(kind, name, title), ...figures };
}

export async function getLiveReaders({ db }: ReadContext, viewer: { role: Role }): Promise<LiveReaders> {
  const { rows } = await db.read(selectLiveReaders(db.build, may(viewer, 'all articles')));
  const [{ minutes, readers, articles } = { minutes: [], readers: 0, articles: [] }] = rows;
  return { minutes, readers, articles };
}
