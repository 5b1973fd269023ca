// Lists one author's articles.
import type { LinksFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getAuthorPage } from '~/features/articles/public/list-articles.server';
import { toPageNumber } from '~/features/articles/public/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { listMeta } from '~/http/document/list-meta.server';
import { PageError } from '~/http/document/page-error';
import { metaOf } from '~/http/document/to-meta';
import { publicPage } from '~/http/public-page.server';
import listStyles from '~/styles/site/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const loader = publicPage(
  ({ ctx, params, url }) => getAuthorPage(ctx, params.slug ?? '', toPageNumber(url.searchParams.get('page'))),
  (list, site) => listMeta(list, `/author/${list.slug}`, site),
);

export const meta = metaOf('Author not found');

export default function AuthorStories() {
  return <ListPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Author not found" fallback="The author you're looking for doesn't exist" />;
}
