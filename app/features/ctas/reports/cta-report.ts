// Types and pure calculations for the reports of calls to action.
import { sumFigures, toPercent } from '~/lib/figures';

export interface CtaFigures {
  /** Page views in which half of it was in view for a second. */
  views: number;
  clicks: number;
  /** Sign-ups in page views that showed it. */
  signUps: number;
}

export interface CtaDay extends CtaFigures {
  /** `2026-11-21`, in the magazine's time zone. */
  day: string;
}

export interface CtaArticle extends CtaFigures {
  /** Null for pages that are not articles. */
  id: string | null;
  title: string;
}

export interface CtaReport {
  cta: { id: string; title: string; isDeleted: boolean };
  range: string;
  total: CtaFigures;
  /** Every day of the range, including days without events. */
  days: CtaDay[];
  /** Most views first. */
  articles: CtaArticle[];
  /** Further articles, which only the CSV lists. */
  moreArticles: number;
}

/** Clicks per view, such as `2.31%`; a dash without views. */
export function ctaClickRate({ views, clicks }: CtaFigures): string {
  return toPercent(clicks, views);
}

export const addUpCta = (rows: readonly CtaFigures[]): CtaFigures =>
  sumFigures(rows, ['views', 'clicks', 'signUps']);
