// The search page: works as links and forms, without JavaScript.
import type { LinksFunction } from '@remix-run/cloudflare';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { getSearchPage } from '~/features/search/search-page.server';
import { toSearchQuery } from '~/features/search/search-query';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { orSearchRedirect } from '~/http/missing-page.server';
import { publicPage } from '~/http/public-page.server';
import listStyles from '~/styles/site/lists.css?url';
import searchStyles from '~/styles/site/search-page.css?url';
import { SearchPage } from './search-page';
import { SearchUnavailable } from './search-unavailable';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: searchStyles },
];

export const loader = publicPage(
  (visit) => orSearchRedirect(visit, getSearchPage(visit.ctx, toSearchQuery(visit.url.searchParams))),
  ({ query }) => ({
    title: query.text ? `Search: ${query.text}` : 'Search',
    description: 'Search all articles in the magazine.',
    path: '/search',
    noIndex: true,
  }),
);

export const meta = metaOf('Search');

export default function Search() {
  return <SearchPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 503)
    return <SearchUnavailable title="Search is unavailable right now" when="in a moment" />;
  if (isRouteErrorResponse(error) && error.status === 429)
    return <SearchUnavailable title="Too many searches" when="in a minute" />;
  return <PageError title="Error Loading Content" fallback="The search failed. Please try again." />;
}
