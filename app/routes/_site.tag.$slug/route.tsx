// The stories that carry a tag.
import { useLoaderData } from '@remix-run/react';
import { getTagPage } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { listFacts } from '~/http/list-facts.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { publicPage } from '~/http/public-page.server';

export const loader = publicPage(
  ({ ctx, params, url }) => getTagPage(ctx, params.slug ?? '', toPageNumber(url.searchParams.get('page'))),
  (list, site) => listFacts(list, `/tag/${list.slug}`, site),
);

export const meta = metaOf('Tag not found');

export default function TagStories() {
  return <ListPage data={useLoaderData<typeof loader>().data} />;
}

export function ErrorBoundary() {
  return <PageError title="Tag not found" fallback="The tag you're looking for doesn't exist" />;
}
