// The report of one article.
import { NotFoundError } from '~/lib/errors';
import { addDays } from '~/lib/time/dates';
import { fillSeries } from '~/lib/time/day-series';
import type { AppContext } from '~/platform/context';
import { type ArticleDay, type ArticleFigures, type ArticleReport, outlineOf } from './article-report';
import {
  type FiguresRow,
  selectArticleDays,
  selectArticleDevices,
  selectArticleFigures,
  selectArticleSources,
  selectComparison,
  selectReportedArticle,
} from './article-report-repo.server';

const DAYS = 90;
const SOURCES = 20;
const COMPARED_DAYS = 28;

/**
 * Runs its queries in one round trip.
 * @throws NotFoundError
 */
export async function getArticleReport({ db }: Pick<AppContext, 'db'>, id: string): Promise<ArticleReport> {
  const { build } = db;
  const [[article], figures, days, sources, devices, comparison] = await Promise.all([
    db.read(selectReportedArticle(build, id)),
    db.read(selectArticleFigures(build, id)),
    db.read(selectArticleDays(build, id, DAYS)),
    db.read(selectArticleSources(build, id, SOURCES)),
    db.read(selectArticleDevices(build, id)),
    db.read(selectComparison(build, id, COMPARED_DAYS)),
  ]);
  if (!article) throw new NotFoundError('This article no longer exists.');
  const { content, today, ...rest } = article;
  const compared = comparison.rows[0];
  return {
    article: { id, ...rest },
    figures: toFigures(figures.rows[0]),
    days: fillDays(days.rows, article.publishedOn, today),
    sources: sources.rows,
    devices: devices.rows,
    outline: outlineOf(content),
    // A median of fewer than three articles is not meaningful.
    comparison: compared && compared.articles >= 3 ? compared : null,
  };
}

/** For the editor; null if the article was never viewed or the figures cannot be read. */
export async function findArticleFigures(
  { db }: Pick<AppContext, 'db'>,
  id: string,
): Promise<ArticleFigures | null> {
  const found = await db.readOptional('readership figures', selectArticleFigures(db.build, id), null);
  const figures = toFigures(found?.rows[0]);
  return figures.views > 0 ? figures : null;
}

function toFigures(row: FiguresRow | undefined): ArticleFigures {
  const { quarter1 = 0, quarter2 = 0, quarter3 = 0, quarter4 = 0, ...sums } = row ?? {};
  return {
    views: 0,
    readers: 0,
    engagedSeconds: 0,
    signUps: 0,
    saves: 0,
    shares: 0,
    ctaClicks: 0,
    ...sums,
    quarters: [quarter1, quarter2, quarter3, quarter4],
  };
}

function fillDays(rows: readonly ArticleDay[], since: string | null, today: string): ArticleDay[] {
  const earliest = addDays(today, 1 - DAYS);
  const first = [since, rows[0]?.day].filter((day) => day != null).sort()[0] ?? today;
  return fillSeries(rows, first > earliest ? first : earliest, today, { views: 0, engagedSeconds: 0 });
}
