// The Featured Articles block: the first article large, the rest under Related Coverage.
import type { PageCard as Card } from '~/features/articles/public/article-view';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { SectionHead } from '~/features/articles/ui/section-head';

export function FeaturedBlock({ articles }: { articles: readonly Card[] }) {
  const [first, ...rest] = articles;
  if (!first) return null;
  return (
    <section className="home__section home__section--band band--sunk" aria-labelledby="featured-articles">
      <div className="container">
        <SectionHead id="featured-articles" title="Featured Articles" />
        <ArticleCard
          card={first}
          look="feature"
          category
          summary
          labels={first.isPopular ? ['Popular'] : []}
        />
        {rest.length > 0 && (
          <>
            <h3 className="featured__label aside-title">Related Coverage</h3>
            <ul className="featured__rest">
              {rest.map((card) => (
                <li className="featured__item" key={card.slug}>
                  <ArticleCard card={card} look="headline" level={4} category summary />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
