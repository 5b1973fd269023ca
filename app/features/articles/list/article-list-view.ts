// Types of the admin article list.
import type { ArticleStatus } from '../article';
import type { ArticleListQuery } from './article-list-query';

export interface ListedArticle {
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
  /** `Jan 5, 2025, 2:05 PM`: when a scheduled draft will be published. */
  publishAt: string | null;
  /** Was published at least once, so its author can no longer edit it. */
  wasPublished: boolean;
  /** Page views and engaged minutes of the last 28 days. */
  views: number;
  minutes: number;
  /** In the Trash: when it was deleted, and the days until it is deleted permanently. */
  deleted: { date: string; daysLeft: number } | null;
}

/** An article that the command palette offers, or the editor as the target of a link. */
export interface ArticleChoice {
  id: string;
  slug: string;
  title: string;
  status: ArticleStatus;
}

export interface ArticleListView {
  query: ArticleListQuery;
  articles: ListedArticle[];
  total: number;
  /** There are more than `total` articles; the exact number is not counted. */
  isMore: boolean;
  /** The words that were searched instead of mistyped ones, or null. */
  corrected: string | null;
  pageCount: number;
  categories: { id: string; name: string }[];
  /** Articles outside and inside the Trash. */
  counts: { articles: number; trash: number };
  /** The articles that an open dialog is about. */
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
