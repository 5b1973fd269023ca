// One article.
import { useLoaderData } from '@remix-run/react';
import { getArticlePage } from '~/features/articles/read-article.server';
import { breadcrumbList, newsArticle } from '~/http/json-ld.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';
import { ArticlePage } from './article-page';

export const loader = publicPage(
  ({ ctx, params }) => getArticlePage(ctx, params.slug ?? ''),
  ({ article }, site) => {
    const path = `/article/${article.slug}`;
    const { categorySlug, categoryName } = article;
    return {
      title: article.title,
      description: article.summary,
      path,
      image: article.image,
      imageAlt: article.imageAlt,
      article: {
        publishedAt: article.firstPublishedAt,
        updatedAt: article.updatedAt,
        author: article.author,
        section: categoryName,
        tags: article.tags.map((tag) => tag.name),
      },
      jsonLd: [
        newsArticle(site, article),
        breadcrumbList(site.siteUrl, [
          { name: 'Home', path: '/' },
          ...(categorySlug && categoryName
            ? [{ name: categoryName, path: `/category/${categorySlug}` }]
            : []),
          { name: article.title, path },
        ]),
      ],
    };
  },
);

export const meta = metaOf('Article not found');

export default function Article() {
  return <ArticlePage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Article not found"
      fallback="The article you're looking for doesn't exist"
      failureTitle="Failed to fetch article"
    />
  );
}
