// The newsroom's article list as its page shows it.
import type { ArticleStatus } from './article-status';
import type { DeskQuery } from './desk-query';

export interface DeskArticle {
  id: string;
  slug: string;
  title: string;
  summary: string;
  image: string;
  status: ArticleStatus;
  isFeatured: boolean;
  isPopular: boolean;
  membersOnly: boolean;
  category: string | null;
  author: string;
  /** `Jan 5, 2025`, in the magazine's time zone. */
  publishDate: string;
  /** `Jan 5, 2025, 2:05 PM`: when a waiting draft will be published. */
  publishAt: string | null;
  /** Readers have seen it, so it is out of its author's hands. */
  wasPublished: boolean;
  /** In the Trash: since when, and in how many days it goes for good. */
  deleted: { date: string; daysLeft: number } | null;
}

export interface DeskView {
  query: DeskQuery;
  articles: DeskArticle[];
  total: number;
  /** There are more than `total`, and nobody counted how many. */
  isMore: boolean;
  pageCount: number;
  categories: { id: string; name: string }[];
  /** All that is not in the Trash, and all that is. */
  counts: { articles: number; trash: number };
  /** What an open dialog is about. */
  chosen: { id: string; title: string }[];
}

const LABELS: Record<ArticleStatus, string> = {
  published: 'Published',
  draft: 'Draft',
  archived: 'Archived',
};

export function statusLabel(status: ArticleStatus): string {
  return LABELS[status] ?? status;
}
