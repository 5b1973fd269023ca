import type { ArticleStatus } from '../article';

/** A row of the content dashboard. */
export interface NewestArticle {
  id: string;
  title: string;
  slug: string;
  author: string;
  status: ArticleStatus;
  categoryName: string | null;
  /** `Jan 5, 2025`. */
  date: string;
}
