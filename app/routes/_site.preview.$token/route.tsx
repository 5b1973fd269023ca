// Shows a draft to anyone with its preview link.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getDraftPage } from '~/features/articles/public/read-article.server';
import { PageError } from '~/http/document/page-error';
import { noIndexMeta } from '~/http/document/to-meta';
import { publicLoader } from '~/http/public-loader.server';
import { ArticlePage } from '~/layouts/site/article/article-page';
import blockStyles from '~/styles/base/blocks.css?url';
import articleStyles from '~/styles/site/article.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: articleStyles },
  { rel: 'stylesheet', href: blockStyles },
];

export const meta = noIndexMeta('Draft preview');

export const loader = publicLoader(({ ctx, params }) => getDraftPage(ctx, { token: params.token ?? '' }));

export default function Preview() {
  return <ArticlePage data={useLoaderData<typeof loader>()} draft />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Article not found"
      fallback="This preview link is invalid or has expired."
      failureTitle="Failed to fetch article"
    />
  );
}
