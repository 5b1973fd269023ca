// One article.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getArticlePage } from '~/features/articles/read-article.server';
import { publicLoader } from '~/http/doors.server';
import { breadcrumbList, newsArticle } from '~/http/json-ld';
import { PageError } from '~/http/page-error';
import { chromeOf, pageMeta } from '~/http/page-meta';
import { ArticlePage } from './article-page';

export const loader = publicLoader(({ ctx, params }) => getArticlePage(ctx, params.slug ?? ''));

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const chrome = chromeOf(matches);
  if (!data) return [{ title: 'Article not found' }];
  const { article } = data;
  const path = `/article/${article.slug}`;
  const { categorySlug, categoryName } = article;
  return pageMeta(chrome, {
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
    jsonLd: chrome && [
      newsArticle(chrome, article),
      breadcrumbList(chrome.siteUrl, [
        { name: 'Home', path: '/' },
        ...(categorySlug && categoryName ? [{ name: categoryName, path: `/category/${categorySlug}` }] : []),
        { name: article.title, path },
      ]),
    ],
  });
};

export default function Article() {
  return <ArticlePage data={useLoaderData<typeof loader>()} />;
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
