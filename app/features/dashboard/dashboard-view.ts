// What the dashboard shows.

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
  /** The last 30 days, oldest first, none missing; null for who may not know. */
  leads: LeadDay[] | null;
  /** Articles of any status by category, most first; the Trash does not count. */
  sections: SectionTotal[];
}

/** What an author's dashboard shows: their own articles and nobody else's. */
export interface AuthorView {
  totals: { drafts: number; published: number };
  latest: DashboardArticle[];
}
