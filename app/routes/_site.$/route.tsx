// Any other path: led on if a redirect says where, else noted, and answered with the 404 screen.
import type { MetaFunction } from '@remix-run/cloudflare';
import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { publicLoader } from '~/http/doors.server';
import { orMoved } from '~/http/missing-page.server';
import { PageError } from '~/http/page-error';
import { useChrome } from '~/http/use-chrome';
import { NotFoundError } from '~/lib/errors';
import { NotFoundScreen } from '~/ui/error-screen';

export const loader = publicLoader((visit) =>
  orMoved(visit, () => {
    throw new NotFoundError('Oops! Page not found');
  }),
);

export const meta: MetaFunction = () => [{ title: 'Page not found' }];

export default function Unknown() {
  return <NotFoundScreen />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const categories = useChrome()?.categories ?? [];
  // Without the database nobody knows whether this address leads somewhere.
  if (isRouteErrorResponse(error) && error.status !== 404)
    return <PageError title="This page cannot be shown" fallback="Please try again in a moment." />;
  const ways = categories
    .filter((category) => category.articleCount > 0)
    .map(({ slug, name }) => ({ to: `/category/${slug}`, label: name }));
  return <NotFoundScreen {...(ways.length > 0 && { ways })} />;
}
