// The tables of the readership report as CSV (RFC 4180). Cells that look like formulas are escaped.
import type { Role } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import { toCsvFile } from '~/lib/csv';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { selectGroups, selectTopArticles } from './ranking-repo.server';
import {
  completionOf,
  GROUP_KINDS,
  hourName,
  minutesOf,
  NO_READING,
  READING_DROP_TEXTS,
  type ReadingFigures,
  type ReadingStep,
  type SiteFigures,
  toDaySteps,
  toHourSteps,
  untitledArticle,
  WEEKDAYS,
} from './readership-report';
import { toGroup } from './readership-report.server';
import {
  selectHeat,
  selectInternal,
  selectPeriod,
  selectReadIssues,
  selectReadingDays,
  selectReadingDrops,
  selectReadingHours,
} from './readership-report-repo.server';
import type { Measure, ReadingQuery } from './reading-range';

const MAX_ARTICLES = 500;
const MAX_GROUPS = 5_000;

type ReadContext = Pick<AppContext, 'db'>;
type Cells = (string | number)[];
type Table = (
  ctx: ReadContext,
  query: ReadingQuery,
  seesAll: boolean,
) => Promise<{ columns: string[]; rows: Cells[] }>;

const GROUP_COLUMNS = ['Views', 'Engaged minutes', 'Sign-ups'];
const groupCells = (figures: ReadingFigures): Cells => [figures.views, minutesOf(figures), figures.signUps];
const siteCells = (figures: SiteFigures): Cells => [
  figures.views,
  figures.readers,
  minutesOf(figures),
  figures.articleViews > 0 ? completionOf(figures.completed, figures.articleViews) : '',
  figures.signUps,
];
const EARLIER: Record<Measure, string> = {
  views: 'Views in the previous period',
  engaged: 'Engaged minutes in the previous period',
};
const SITE_COLUMNS = [
  'Views',
  'Readers',
  'Engaged minutes',
  'Completion',
  'Sign-ups',
  EARLIER.views,
  EARLIER.engaged,
];
const earlierCells = ({ before }: ReadingStep): Cells => [before.views, minutesOf(before)];
/** The ranked figure of an article or group in the previous period. */
const earlierCell = (before: number, by: Measure) =>
  by === 'views' ? before : minutesOf({ engagedSeconds: before });

const OTHERS: Record<string, Table> = {
  async time({ db }, { range }) {
    if (range.days === 1) {
      const { rows } = await db.read(selectReadingHours(db.build, range));
      const steps = toHourSteps(
        rows.filter(({ isBefore }) => !isBefore),
        rows.filter(({ isBefore }) => isBefore),
      );
      return {
        columns: ['Hour', ...SITE_COLUMNS],
        rows: steps.map((step) => [step.label, ...siteCells(step), ...earlierCells(step)]),
      };
    }
    const [{ rows }, period] = await Promise.all([
      db.read(selectReadingDays(db.build, range)),
      db.read(selectPeriod(db.build, range)),
    ]);
    const steps = toDaySteps(rows, period.rows[0] ?? { first: '', last: '', before: '' }, (day) => day);
    return {
      columns: ['Day', ...SITE_COLUMNS],
      rows: steps.map((step) => [step.label, ...siteCells(step), ...earlierCells(step)]),
    };
  },
  async heat({ db }, { range }) {
    const { rows } = await db.read(selectHeat(db.build, range));
    return {
      columns: ['Weekday', 'Hour', 'Views', 'Engaged minutes'],
      rows: rows.map((cell) => [
        WEEKDAYS[cell.weekday - 1] ?? '',
        hourName(cell.hour),
        cell.views,
        minutesOf(cell),
      ]),
    };
  },
  async article({ db }, { range, by }, seesAll) {
    const { rows } = await db.read(selectTopArticles(db.build, range, by, { limit: MAX_ARTICLES, seesAll }));
    return {
      columns: [
        'Article',
        'Path',
        'Views',
        'Readers',
        'Engaged minutes',
        'Completion',
        'Sign-ups',
        EARLIER[by],
      ],
      rows: rows.map((article) => [
        article.title ?? untitledArticle(seesAll),
        article.slug ? `/article/${article.slug}` : '',
        article.views,
        article.readers,
        minutesOf(article),
        completionOf(article.completed, article.views),
        article.signUps,
        earlierCell(article.before, by),
      ]),
    };
  },
  async newsletter({ db }, { range, by }) {
    const { rows } = await db.read(selectReadIssues(db.build, range, by, MAX_GROUPS));
    return {
      columns: ['Issue', 'Subject', 'Link', ...GROUP_COLUMNS],
      rows: rows.flatMap(({ day, subject, links }) =>
        links.map(
          ({ label, ...figures }): Cells => [day, subject ?? '', label ?? '', ...groupCells(figures)],
        ),
      ),
    };
  },
  async 'not-counted'({ db }, { range }) {
    const { rows } = await db.read(selectReadingDrops(db.build, range));
    return {
      columns: ['Reason', 'Reports'],
      rows: rows.map(({ reason, events }) => [READING_DROP_TEXTS[reason].label, events]),
    };
  },
};

function findTable(name: string): Table | null {
  const kind = GROUP_KINDS.find((known) => known === name);
  if (!kind) return Object.hasOwn(OTHERS, name) ? (OTHERS[name] ?? null) : null;
  return async ({ db }, { range, by }) => {
    const [{ rows }, internal] = await Promise.all([
      db.read(selectGroups(db.build, kind, range, by, MAX_GROUPS)),
      kind === 'referrer' ? db.read(selectInternal(db.build, range)) : null,
    ]);
    const groups = rows
      .map((row) => toGroup(kind, row))
      .map((group): Cells => [group.label, ...groupCells(group), earlierCell(group.before, by)]);
    if (internal) groups.push(['This site', ...groupCells(internal.rows[0] ?? NO_READING), '']);
    return { columns: ['Name', ...GROUP_COLUMNS, EARLIER[by]], rows: groups };
  };
}

/**
 * @param name of the table: `time`, `heat`, `article`, `newsletter`, `not-counted` or a kind of group
 * @throws NotFoundError for an unknown table
 */
export async function exportReadership(
  ctx: ReadContext,
  name: string,
  query: ReadingQuery,
  viewer: { role: Role },
): Promise<{ fileName: string; text: string }> {
  const table = findTable(name);
  if (!table) throw new NotFoundError('There is no such table.');
  const [{ columns, rows }, period] = await Promise.all([
    table(ctx, query, may(viewer, 'all articles')),
    ctx.db.read(selectPeriod(ctx.db.build, query.range)),
  ]);
  const { first, last } = period.rows[0] ?? { first: '', last: '' };
  const cells = [columns, ...rows].map((row) => row.map(String));
  return {
    fileName: `readership-${name}-${first}-${last}.csv`,
    text: toCsvFile(cells),
  };
}
