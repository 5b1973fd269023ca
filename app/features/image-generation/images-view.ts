// Data types of the AI Images screen.
import type { ArticleStatus } from '~/features/articles/article';
import type { JobProgress } from '~/features/jobs/job';

export const MILLIONTHS = 1_000_000;

/** `$5.00`; four decimals for amounts below one cent. */
export function formatDollars(millionths: number): string {
  const dollars = millionths / MILLIONTHS;
  const isTiny = millionths > 0 && millionths < MILLIONTHS / 100;
  return `$${isTiny ? dollars.toFixed(4) : dollars.toFixed(2)}`;
}

export const MISSING_IMAGES_PER_PAGE = 50;

export interface ArticleWithoutImage {
  id: string;
  title: string;
  summary: string;
  author: string;
  /** `Jan 5, 2025`, in the site's time zone. */
  publishDate: string;
  status: ArticleStatus;
  category: string | null;
  categorySlug: string | null;
  /** Status of the article's item in the shown job. */
  work: 'waiting' | 'running' | 'failed' | null;
  /** Why the item failed. */
  reason: string | null;
}

/** The image provider and what it costs. */
export interface ImageCosts {
  /** Null when no provider is configured. */
  provider: 'workers-ai' | 'cover-artist' | null;
  model: string | null;
  /** Millionths of a US dollar per image. */
  price: number;
  /** Millionths of a US dollar, both. */
  spent: number;
  cap: number;
}

export interface ImagesView {
  articles: ArticleWithoutImage[];
  /** Across all pages. */
  total: number;
  page: number;
  pageCount: number;
  costs: ImageCosts;
  /** The running job, or the job selected in the URL. */
  job: { id: string; title: string; progress: JobProgress } | null;
  /** Whether a job is running, shown or not, so that no other one can start. */
  isGenerating: boolean;
}
