// Search as a page: the same results as the dialog, without JavaScript.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import type { SearchPageData } from '~/features/articles/article-pages';
import { searchCards } from '~/features/search/search.server';
import { searchState, toSearchQuery } from '~/features/search/search-query';
import { publicLoader } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { chromeOf, pageMeta } from '~/http/page-meta';
import { SearchPage } from './search-page';

export const loader = publicLoader(async ({ ctx, url }): Promise<SearchPageData> => {
  const query = toSearchQuery(url.searchParams.get('q'));
  return { query, state: searchState(query), articles: await searchCards(ctx, query) };
});

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(chromeOf(matches), {
    title: data?.query ? `Search: ${data.query}` : 'Search',
    description: 'Search every story of the magazine.',
    path: '/search',
    noIndex: true,
  });

export default function Search() {
  return <SearchPage data={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PageError title="Error Loading Content" fallback="The search failed. Please try again." />;
}
