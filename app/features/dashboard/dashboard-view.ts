// The data of the admin dashboard.
import { countOf } from '~/lib/text';

export interface DashboardArticle {
  id: string;
  title: string;
  author: string;
  status: 'published' | 'draft' | 'archived';
  /** `Jan 5, 2025`, in the magazine's time zone. */
  date: string;
}

export interface LeadDay {
  /** `2026-11-21`, in the magazine's time zone. */
  day: string;
  leads: number;
}

export interface SectionTotal {
  /** Null for articles without a category. */
  id: string | null;
  name: string;
  articles: number;
}

/** The figures for the sentence about yesterday. */
export interface YesterdayFigures {
  /**
   * Title of the article that brought the most sign-ups; if there were no sign-ups, of the one that was read
   * longest.
   */
  title: string;
  signUps: number;
  engagedSeconds: number;
  /** Yesterday's sign-ups of all pages. */
  allSignUps: number;
}

export interface DashboardView {
  /** One sentence about yesterday's readers; null if nothing was counted. */
  yesterday: string | null;
  totals: { articles: number; categories: number; tags: number; popular: number; drafts: number };
  drafts: DashboardArticle[];
  latest: DashboardArticle[];
  /** Every day of the last 30, oldest first; null for users who may not see leads. */
  leads: LeadDay[] | null;
  /** Articles of any status by category, most first, excluding the Trash. */
  sections: SectionTotal[];
}

/** The dashboard of people who work on ads or the audience; null for what they may not see. */
export interface MarketingView {
  /** For those who may see leads. */
  yesterday: string | null;
  /** Ads shown now, and what all ads together counted in the last 30 days. */
  ads: { active: number; impressions: number; clicks: number } | null;
  activeCtas: number | null;
  subscribers: number | null;
  leads: LeadDay[] | null;
}

/** An author's dashboard, with only their own articles. */
export interface AuthorView {
  totals: { drafts: number; published: number };
  latest: DashboardArticle[];
}

/** For example: “Flat Fees for Litigation” brought 9 of yesterday’s 14 subscribers. */
export function toYesterdaySentence(figures: YesterdayFigures | undefined): string | null {
  if (!figures) return null;
  const { title, signUps, engagedSeconds, allSignUps } = figures;
  if (signUps > 0) {
    if (allSignUps === 1) return `“${title}” brought yesterday’s only subscriber.`;
    const share = signUps === allSignUps ? 'all' : signUps.toLocaleString('en-US');
    return `“${title}” brought ${share} of yesterday’s ${allSignUps.toLocaleString('en-US')} subscribers.`;
  }
  const minutes = Math.round(engagedSeconds / 60);
  const time = minutes > 0 ? countOf(minutes, 'engaged minute') : 'less than one engaged minute';
  return `“${title}” was yesterday’s most read article, with ${time}.`;
}
