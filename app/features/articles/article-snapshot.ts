// An article as an editor sees it whole: what revisions keep, and what two versions are compared by.
import type { ArticleStatus } from './article-status';

export interface ArticleSnapshot {
  title: string;
  slug: string;
  summary: string;
  /** Clean HTML. */
  content: string;
  author: string;
  readTime: number;
  categoryId: string | null;
  categoryName: string | null;
  status: ArticleStatus;
  isFeatured: boolean;
  isPopular: boolean;
  /** Missing in revisions from before there was such a thing. */
  membersOnly?: boolean;
  imageUrl: string | null;
  imageAlt: string;
  /** ISO 8601. */
  publishAt: string | null;
  publishDate: string;
  /** By name. */
  tags: { id: string; name: string }[];
}

/** The door that a version came through; 'found' is a version that no door had kept. */
export type SaveCause =
  | 'editor'
  | 'inline'
  | 'webhook'
  | 'restore'
  | 'schedule'
  | 'import'
  | 'repair'
  | 'undo-repair'
  | 'image'
  | 'found';
