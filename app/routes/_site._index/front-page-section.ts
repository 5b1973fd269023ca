// What each category section of the home page is given.
import type { ArticleCard } from '~/features/articles/article-view';

export interface SectionProps {
  slug: string;
  title: string;
  /** At most 5; the section is not there without any. */
  articles: readonly ArticleCard[];
}
