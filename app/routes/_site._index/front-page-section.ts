// What each category section of the home page is given.
import type { ArticleCard } from '~/features/articles/article-view';

export interface SectionProps {
  /** The section's own, whatever its category is called now: it keeps its anchor and its tint. */
  slug: string;
  /** Where all of the category are. */
  viewAll: string;
  title: string;
  /** At most 5; the section is not there without any. */
  articles: readonly ArticleCard[];
}
