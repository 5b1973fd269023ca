// A category as a grid of three columns, which always closes: some cards take two (card-grid.css).
import { ArticleCard } from '~/features/articles/ui/article-card';
import { gridItemClass } from '~/features/articles/ui/card-grid';
import { SectionHead } from '~/features/articles/ui/section-head';
import type { SectionProps } from './front-page-section';

interface SectionGridProps extends SectionProps {
  /** The large card stands at the end of its line. */
  mirrored?: boolean;
}

export function SectionGrid({ slug, title, viewAll, articles, mirrored = false }: SectionGridProps) {
  if (articles.length === 0) return null;
  return (
    <section className="home__section container" aria-labelledby={slug} data-category={slug}>
      <SectionHead id={slug} title={title} viewAll={viewAll} />
      <ul className={mirrored ? 'card-grid card-grid--mirrored' : 'card-grid'}>
        {articles.map((card, index) => (
          <li className={gridItemClass(index, articles.length)} key={card.slug}>
            <ArticleCard
              card={card}
              look="tile"
              labels={card.isPopular ? ['Popular'] : []}
              summary={index === 0}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
