// Lists all articles, newest first: the target of View All Stories.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getAllStories } from '~/features/articles/public/list-articles.server';
import { toPageNumber } from '~/features/articles/public/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { listMeta } from '~/http/document/list-meta.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import listStyles from '~/styles/site/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const loader = publicPage(
  ({ ctx, url }) => getAllStories(ctx, toPageNumber(url.searchParams.get('page'))),
  (list, site) => listMeta(list, '/category/all', site),
);

export const meta = metaOf('Page not found');

export default function AllStories() {
  return <ListPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="The page you’re looking for doesn’t exist" />;
}
