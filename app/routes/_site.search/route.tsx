// The search page: the same results as the dialog, but it works without JavaScript.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import type { SearchPageData } from '~/features/articles/public/article-pages';
import { toPageCard } from '~/features/articles/public/article-view';
import { searchCards } from '~/features/search/search.server';
import { searchState, toSearchQuery } from '~/features/search/search-query';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import listStyles from '~/styles/site/lists.css?url';
import { SearchPage } from './search-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const loader = publicPage(
  async ({ ctx, url }): Promise<SearchPageData> => {
    const query = toSearchQuery(url.searchParams.get('q'));
    const articles = (await searchCards(ctx, query)).map((card) => toPageCard(card));
    return { query, state: searchState(query), articles };
  },
  ({ query }) => ({
    title: query ? `Search: ${query}` : 'Search',
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
  return <PageError title="Error Loading Content" fallback="The search failed. Please try again." />;
}
