// The stories that carry a tag.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getTagPage } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { publicLoader } from '~/http/doors.server';
import { listMeta } from '~/http/list-meta';
import { PageError } from '~/http/page-error';

export const loader = publicLoader(({ ctx, params, url }) =>
  getTagPage(ctx, params.slug ?? '', toPageNumber(url.searchParams.get('page'))),
);

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) =>
  listMeta(data, matches, `/tag/${params.slug}`);

export default function TagStories() {
  return <ListPage data={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PageError title="Tag not found" fallback="The tag you're looking for doesn't exist" />;
}
