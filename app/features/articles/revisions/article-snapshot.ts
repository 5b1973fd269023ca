// The full state of an article, as stored in revisions and used for comparisons.
import type { Seo } from '~/features/seo/seo';
import type { ArticleStatus } from '../article';

export interface ArticleSnapshot {
  title: string;
  slug: string;
  summary: string;
  /** Sanitized HTML. */
  content: string;
  author: string;
  /** Names in order. Missing in revisions from before this field existed. */
  coauthors?: string[];
  readTime: number;
  categoryId: string | null;
  categoryName: string | null;
  status: ArticleStatus;
  isFeatured: boolean;
  isPopular: boolean;
  /** Missing in revisions from before this field existed. */
  membersOnly?: boolean;
  imageUrl: string | null;
  imageAlt: string;
  /** ISO 8601. */
  publishAt: string | null;
  publishDate: string;
  /** Missing in revisions from before this field existed. */
  seo?: Seo;
  /** Sorted by name. */
  tags: { id: string; name: string }[];
}

/** What saved a version. 'found' is a version that was saved without a revision and recorded later. */
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
