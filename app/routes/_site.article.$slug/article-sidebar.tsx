// Beside the article; below it on a narrow screen.

import { AdSlot } from '~/features/ads/ui/ad-slot';
import type { ArticlePageData } from '~/features/articles/article-pages';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { AuthorCard } from '~/features/articles/ui/author-card';

export function ArticleSidebar({ article, related, ads }: ArticlePageData) {
  return (
    <div className="article-sidebar">
      <div className="article-sidebar__inner">
        <AdSlot location="article-sidebar" ads={ads} />
        <AuthorCard author={article.author} authorSlug={article.authorSlug} />
        {related.length > 0 && (
          <section className="related" aria-labelledby="related-articles">
            <h2 className="aside-title" id="related-articles">
              Related Articles
            </h2>
            <ul className="related__list">
              {related.map((card) => (
                <li className="related__item" key={card.slug}>
                  <ArticleCard card={card} look="row" />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}
