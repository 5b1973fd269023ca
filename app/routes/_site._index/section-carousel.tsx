// A category section as a horizontal carousel. Without JavaScript the reader scrolls it directly.
import type { KeyboardEvent } from 'react';
import type { PageCard } from '~/features/articles/public/article-view';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { SectionHead } from '~/features/articles/ui/section-head';
import { Icon } from '~/ui/icon';
import { useCarousel } from './carousel';

export interface SectionProps {
  /** Fixed per section, even if the category is renamed: it sets the anchor and the color. */
  slug: string;
  /** Link to the category page. */
  viewAll: string;
  title: string;
  /** At most 5. If empty, the section is not rendered. */
  articles: readonly PageCard[];
}

export function SectionCarousel({ slug, title, viewAll, articles }: SectionProps) {
  const { track, atStart, atEnd, onScroll, move } = useCarousel();
  if (articles.length === 0) return null;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    move(event.key === 'ArrowLeft' ? -1 : 1);
  }

  return (
    <section className="home__section home__carousel" aria-labelledby={slug} data-category={slug}>
      <div className="container">
        <SectionHead id={slug} title={title} viewAll={viewAll}>
          <div className="carousel__buttons needs-js">
            <button
              className="carousel__button button button--icon"
              type="button"
              aria-label="Scroll left"
              disabled={atStart}
              onClick={() => move(-1)}
            >
              <Icon name="arrow-left" />
            </button>
            <button
              className="carousel__button button button--icon"
              type="button"
              aria-label="Scroll right"
              disabled={atEnd}
              onClick={() => move(1)}
            >
              <Icon name="arrow-right" />
            </button>
          </div>
        </SectionHead>
      </div>
      <ul
        className="carousel"
        ref={track}
        aria-labelledby={slug}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {articles.map((card) => (
          <li className="carousel__item" key={card.slug}>
            <ArticleCard card={card} look="slide" labels={card.isPopular ? ['Popular'] : []} />
          </li>
        ))}
      </ul>
    </section>
  );
}
