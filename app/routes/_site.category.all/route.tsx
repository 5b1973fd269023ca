// Every story, newest first: where View All Stories leads.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getAllStories } from '~/features/articles/list-articles.server';
import { toPageNumber } from '~/features/articles/list-order';
import { ListPage } from '~/features/articles/ui/list-page';
import { publicLoader } from '~/http/doors.server';
import { listMeta } from '~/http/list-meta';
import { PageError } from '~/http/page-error';

export const loader = publicLoader(({ ctx, url }) =>
  getAllStories(ctx, toPageNumber(url.searchParams.get('page'))),
);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  listMeta(data, matches, '/category/all');

export default function AllStories() {
  return <ListPage data={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="There is no such page" />;
}
