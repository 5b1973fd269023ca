// The category page: banner, featured article and a grid of the rest.
import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { CategoryPageData } from '~/features/articles/public/article-pages';
import { ArticleCard, gridItemClass } from '~/features/articles/ui/article-card';
import { pageHref } from '~/features/articles/ui/article-list';
import { SectionHead } from '~/features/articles/ui/section-head';
import { CallsToAction } from '~/features/ctas/ui/calls-to-action';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { CategoryHead } from './category-head';

interface CategoryPageProps {
  data: CategoryPageData;
  /** The category's description, or the specification's fallback. */
  description: string;
}

export function CategoryPage({ data, description }: CategoryPageProps) {
  const { category, feature, articles, ads, ctas } = data;
  const hasAd = (ads['category-sidebar']?.length ?? 0) > 0;
  return (
    <div className="category-page" data-category={category.slug}>
      <div className="container">
        <Breadcrumbs items={[{ label: 'Home', to: '/' }, { label: category.name }]} />
      </div>
      <CategoryHead category={category} description={description} />
      <div className="container">
        <div className={hasAd ? 'category-page__top category-page__top--ad' : 'category-page__top'}>
          <AdSlot location="category-sidebar" ads={ads} />
          {feature && (
            <ArticleCard
              card={feature}
              look="feature"
              level={2}
              labels={feature.isPopular ? ['Popular'] : []}
              summary
              action="Read Article"
            />
          )}
        </div>
        <CallsToAction ctas={ctas} />
        {articles.length > 0 && (
          <section className="category-page__all" aria-labelledby="all-articles">
            <SectionHead id="all-articles" title={`All ${category.name} Articles`} />
            <ul className="card-grid">
              {articles.map((card, index) => (
                <li className={gridItemClass(index, articles.length)} key={card.slug}>
                  <ArticleCard card={card} look="tile" labels={card.isPopular ? ['Popular'] : []} summary />
                </li>
              ))}
            </ul>
          </section>
        )}
        {!feature && articles.length === 0 && (
          <EmptyState
            title="No articles found"
            text="We're working on adding more content to this category. Check back soon!"
          />
        )}
        <Pagination
          page={data.page}
          pageCount={data.pageCount}
          hrefFor={(page) => pageHref(`/category/${category.slug}`, page)}
        />
      </div>
    </div>
  );
}
