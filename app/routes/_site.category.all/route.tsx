// Every story, newest first: where View All Stories leads.
import { useLoaderData } from '@remix-run/react';
import { getAllStories } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { listFacts } from '~/http/list-facts.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';

export const loader = publicPage(
  ({ ctx, url }) => getAllStories(ctx, toPageNumber(url.searchParams.get('page'))),
  (list, site) => listFacts(list, '/category/all', site),
);

export const meta = metaOf('Page not found');

export default function AllStories() {
  return <ListPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="There is no such page" />;
}
