// An article: picture, headline, one calm column, and what belongs beside it.
import { useEffect } from 'react';
import type { ArticlePageData } from '~/features/articles/article-pages';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { RichBody } from '~/ui/rich-body';
import { ArticleEnd } from './article-end';
import { ArticleOpening } from './article-opening';
import { ArticleSidebar } from './article-sidebar';

export function ArticlePage({ data, draft = false }: { data: ArticlePageData; draft?: boolean }) {
  const { article } = data;
  const { categorySlug, categoryName, slug } = article;
  useEffect(() => {
    // Without it, the page's own links and forms do the same.
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
            <RichBody className="article__body prose prose--lead" html={article.html} />
            <ArticleEnd {...data} draft={draft} />
          </article>
          <ArticleSidebar {...data} />
        </div>
      </div>
    </div>
  );
}
