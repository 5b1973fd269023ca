// An article page with its sidebar.
import { useEffect } from 'react';
import { AdSlot } from '~/features/ads/ui/ad-slot';
import { listBylines } from '~/features/articles/authors/author';
import type { ArticlePageData } from '~/features/articles/public/article-pages';
import { ArticleCard } from '~/features/articles/ui/article-card';
import { AuthorCard } from '~/features/articles/ui/author-card';
import { MostRead } from '~/features/articles/ui/most-read';
import { useSubscribeForms } from '~/features/newsletter/ui/subscribe-form';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { RichBody } from '~/ui/rich-body';
import { ArticleEnd } from './article-end';
import { ArticleOpening } from './article-opening';

export function ArticlePage({ data, draft = false }: { data: ArticlePageData; draft?: boolean | undefined }) {
  const { article } = data;
  const { categorySlug, categoryName, slug } = article;
  const onSubmit = useSubscribeForms();
  useEffect(() => {
    // If it fails to load, the page's own links and forms do the same.
    if (!draft && /\bmember=1/.test(document.cookie))
      import('./for-members').then(({ serveMember }) => serveMember(slug)).catch(() => {});
  }, [slug, draft]);
  return (
    <div className="article-page" data-category={categorySlug ?? undefined}>
      <div className="reading-progress" aria-hidden="true" />
      {draft && <p className="draft-ribbon">Draft preview</p>}
      <div className="container">
        <Breadcrumbs
          items={[
            { label: 'Home', to: '/' },
            ...(categorySlug && categoryName
              ? [{ label: categoryName, to: `/category/${categorySlug}` }]
              : []),
            { label: article.title },
          ]}
        />
        <div className="article-page__grid">
          <article className="article">
            <ArticleOpening article={article} />
            <RichBody className="article__body prose prose--lead" html={article.html} onSubmit={onSubmit} />
            <ArticleEnd {...data} draft={draft} />
          </article>
          <ArticleSidebar {...data} />
        </div>
      </div>
    </div>
  );
}

function ArticleSidebar({ article, related, mostRead, ads }: ArticlePageData) {
  return (
    <div className="article-sidebar">
      <div className="article-sidebar__inner">
        <AdSlot location="article-sidebar" ads={ads} />
        <AuthorCard people={listBylines(article)} />
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
        <MostRead cards={mostRead} />
      </div>
    </div>
  );
}
