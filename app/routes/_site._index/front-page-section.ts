// Props shared by the category sections of the home page.
import type { PageCard } from '~/features/articles/public/article-view';

export interface SectionProps {
  /** Fixed per section, even if the category is renamed: it sets the anchor and the color. */
  slug: string;
  /** Link to the category page. */
  viewAll: string;
  title: string;
  /** At most 5. With none, the section is not rendered. */
  articles: readonly PageCard[];
}
