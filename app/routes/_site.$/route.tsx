// Handles every unmatched path: follows a redirect if one exists, otherwise logs the path and shows the 404
// page.
import type { LinksFunction, MetaFunction } from '@remix-run/cloudflare';
import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { PageError } from '~/http/document/page-error';
import { useSiteLayout } from '~/http/document/use-site-layout';
import { orRedirect } from '~/http/missing-page.server';
import { publicLoader } from '~/http/public-loader.server';
import { NotFoundError } from '~/lib/errors';
import errorScreenStyles from '~/styles/components/error-screen.css?url';
import { NotFoundScreen } from '~/ui/error-screen';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: errorScreenStyles }];

export const loader = publicLoader((visit) =>
  orRedirect(visit, () => {
    throw new NotFoundError('Oops! Page not found');
  }),
);

export const meta: MetaFunction = () => [{ title: 'Page not found' }];

export default function Unknown() {
  return <NotFoundScreen />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const categories = useSiteLayout()?.categories ?? [];
  // If the lookup failed, the path may still exist, so this is not a 404.
  if (isRouteErrorResponse(error) && error.status !== 404)
    return <PageError title="We couldn’t load this page" fallback="Please try again in a moment." />;
  const ways = categories
    .filter((category) => category.articleCount > 0)
    .map(({ slug, name }) => ({ to: `/category/${slug}`, label: name }));
  return <NotFoundScreen {...(ways.length > 0 && { ways })} />;
}
