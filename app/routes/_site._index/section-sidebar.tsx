// A category section with one main article and a list beside it.
import { ArticleCard } from '~/features/articles/ui/article-card';
import { SectionHead } from '~/features/articles/ui/section-head';
import type { SectionProps } from './section-carousel';

export function SectionSidebar({ slug, title, viewAll, articles }: SectionProps) {
  const [main, ...rest] = articles;
  if (!main) return null;
  return (
    <section className="section-sidebar" aria-labelledby={slug} data-category={slug}>
      <SectionHead id={slug} title={title} viewAll={viewAll} />
      <div className="section-sidebar__main">
        <ArticleCard card={main} look="lead" labels={main.isPopular ? ['Popular'] : []} summary />
      </div>
      <ul className="section-sidebar__list">
        {rest.map((card) => (
          <li className="section-sidebar__item" key={card.slug}>
            <ArticleCard card={card} look="headline" labels={card.isPopular ? ['Popular'] : []} summary />
          </li>
        ))}
      </ul>
    </section>
  );
}
