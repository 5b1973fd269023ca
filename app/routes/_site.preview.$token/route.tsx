// A draft by its link, for whoever was given it.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getDraftPage } from '~/features/articles/read-article.server';
import { publicLoader } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { ArticlePage } from '../_site.article.$slug/article-page';

export const meta: MetaFunction = () => [{ title: 'Draft preview' }, { name: 'robots', content: 'noindex' }];

export const loader = publicLoader(({ ctx, params }) => getDraftPage(ctx, { token: params.token ?? '' }));

export default function Preview() {
  return <ArticlePage data={useLoaderData<typeof loader>()} draft />;
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Article not found"
      fallback="This preview link does not work, or no longer."
      failureTitle="Failed to fetch article"
    />
  );
}
