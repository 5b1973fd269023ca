// A standing page: About, Contact and the like.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getStandingPage } from '~/features/pages/pages.server';
import { publicLoader } from '~/http/doors.server';
import { PageError } from '~/http/page-error';
import { chromeOf, pageMeta } from '~/http/page-meta';
import { StandingPage } from './standing-page';

export const loader = publicLoader(({ ctx, params }) => getStandingPage(ctx, params.slug ?? ''));

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) =>
  pageMeta(chromeOf(matches), {
    title: data?.title ?? 'Page not found',
    description: data?.summary ?? '',
    path: `/page/${params.slug}`,
  });

export default function Page() {
  return <StandingPage data={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <PageError title="Page not found" fallback="The page you're looking for doesn't exist" />;
}
