// "Most Read": a numbered list of articles.
import type { PageCard } from '../public/article-view';
import { ArticleCard } from './article-card';

export function MostRead({ cards }: { cards: readonly PageCard[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="most-read" aria-labelledby="most-read">
      <h2 className="aside-title" id="most-read">
        Most Read
      </h2>
      <ol className="most-read__list">
        {cards.map((card) => (
          <li className="most-read__item" key={card.slug}>
            <ArticleCard card={card} look="headline" />
          </li>
        ))}
      </ol>
    </section>
  );
}
