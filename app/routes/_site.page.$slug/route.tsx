// A standing page: About, Contact and the like.
import { useLoaderData } from '@remix-run/react';
import { getStandingPage } from '~/features/pages/pages.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';
import { StandingPage } from './standing-page';

export const loader = publicPage(
  ({ ctx, params }) => getStandingPage(ctx, params.slug ?? ''),
  ({ title, summary }, _site, { params }) => ({ title, description: summary, path: `/page/${params.slug}` }),
);

export const meta = metaOf('Page not found');

export default function Page() {
  return <StandingPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="The page you're looking for doesn't exist" />;
}
