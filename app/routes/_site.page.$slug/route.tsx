// A static page, such as About or Contact.
import { useLoaderData } from '@remix-run/react';
import { getStaticPage } from '~/features/pages/pages.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import { StaticPageView } from './static-page';

export const loader = publicPage(
  ({ ctx, params }) => getStaticPage(ctx, params.slug ?? ''),
  ({ title, summary }, _site, { params }) => ({ title, description: summary, path: `/page/${params.slug}` }),
);

export const meta = metaOf('Page not found');

export default function Page() {
  return <StaticPageView data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="The page you’re looking for doesn’t exist" />;
}
