// What the AI Images screen shows.
import type { ArticleStatus } from '~/features/articles/article-status';
import type { JobProgress } from '~/features/jobs/job';

export const LACKING_PER_PAGE = 50;

export interface LackingArticle {
  id: string;
  title: string;
  summary: string;
  author: string;
  /** `Jan 5, 2025`, in the magazine's time zone. */
  publishDate: string;
  status: ArticleStatus;
  category: string | null;
  categorySlug: string | null;
  /** What the job that is shown does, or did, with it. */
  work: 'waiting' | 'running' | 'failed' | null;
  /** Why that failed. */
  reason: string | null;
}

/** Who draws, and what it costs. */
export interface ImageCosts {
  /** Null where no provider is configured. */
  provider: 'workers-ai' | 'cover-artist' | null;
  model: string | null;
  /** Millionths of a US dollar. */
  price: number;
  spent: number;
  cap: number;
}

export interface ImagesView {
  articles: LackingArticle[];
  /** On all pages. */
  total: number;
  page: number;
  pageCount: number;
  costs: ImageCosts;
  /** The job that runs, or the one whose end is looked at. */
  job: { id: string; title: string; progress: JobProgress } | null;
}
