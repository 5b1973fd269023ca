// The stories of one author.
import { useLoaderData } from '@remix-run/react';
import { getAuthorPage } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { listFacts } from '~/http/list-facts.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';

export const loader = publicPage(
  ({ ctx, params, url }) => getAuthorPage(ctx, params.slug ?? '', toPageNumber(url.searchParams.get('page'))),
  (list, site) => listFacts(list, `/author/${list.slug}`, site),
);

export const meta = metaOf('Author not found');

export default function AuthorStories() {
  return <ListPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Author not found" fallback="The author you're looking for doesn't exist" />;
}
