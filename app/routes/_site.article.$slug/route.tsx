// The article page. Also shows a draft to signed-in staff who may read it.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { may } from '~/features/accounts/capabilities';
import { listBylines } from '~/features/articles/authors/author';
import { getArticlePage, getDraftPage } from '~/features/articles/public/read-article.server';
import { breadcrumbList, faqPage, newsArticle } from '~/http/document/json-ld.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPageWithSeo } from '~/http/public-page.server';
import { findSessionViewer } from '~/http/session/session.server';
import { ArticlePage } from '~/layouts/site/article/article-page';
import { NotFoundError } from '~/lib/errors';
import blockStyles from '~/styles/base/blocks.css?url';
import articleStyles from '~/styles/site/article.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: articleStyles },
  { rel: 'stylesheet', href: blockStyles },
];

export const loader = publicPageWithSeo(
  async ({ ctx, params, request }) => {
    const slug = params.slug ?? '';
    try {
      return { ...(await getArticlePage(ctx, slug)), isDraft: false };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const viewer = await findSessionViewer({ ctx, request });
      if (!viewer || viewer.lacksFactor || !may(viewer, 'own articles')) throw error;
      return { ...(await getDraftPage(ctx, { slug, reader: viewer })), isDraft: true };
    }
  },
  ({ article, seo, isDraft }, site) => {
    const path = `/article/${article.slug}`;
    const { categorySlug, categoryName } = article;
    return {
      title: article.title,
      noIndex: isDraft,
      description: article.summary,
      path,
      image: article.image,
      imageAlt: article.imageAlt,
      article: {
        publishedAt: article.firstPublishedAt,
        updatedAt: article.updatedAt,
        authors: listBylines(article).map(({ name }) => name),
        section: categoryName,
        tags: article.tags.map((tag) => tag.name),
      },
      jsonLd: [
        newsArticle(site, article, seo),
        breadcrumbList(site.siteUrl, [
          { name: 'Home', path: '/' },
          ...(categorySlug && categoryName
            ? [{ name: categoryName, path: `/category/${categorySlug}` }]
            : []),
          { name: article.title, path },
        ]),
        ...faqPage(article.html),
      ],
    };
  },
);

export const meta = metaOf('Article not found');

export default function Article() {
  const { data } = useLoaderData<typeof loader>();
  return <ArticlePage data={data} draft={data.isDraft} />;
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
