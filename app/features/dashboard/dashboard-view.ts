// The data of the admin dashboard.

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

export interface DashboardView {
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
