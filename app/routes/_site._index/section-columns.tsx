// A category as list cards in two columns.
import { ArticleCard } from '~/features/articles/ui/article-card';
import { SectionHead } from '~/features/articles/ui/section-head';
import type { SectionProps } from './front-page-section';

export function SectionColumns({ slug, title, viewAll, articles }: SectionProps) {
  if (articles.length === 0) return null;
  return (
    <section
      className="home__section home__section--band band--sunk"
      aria-labelledby={slug}
      data-category={slug}
    >
      <div className="container">
        <SectionHead id={slug} title={title} viewAll={viewAll} />
        <ul className={articles.length % 2 ? 'section-columns section-columns--odd' : 'section-columns'}>
          {articles.map((card) => (
            <li className="section-columns__item" key={card.slug}>
              <ArticleCard card={card} look="row" labels={card.isPopular ? ['Popular'] : []} summary />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
