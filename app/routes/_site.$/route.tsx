// Any other path: logged, and answered with the 404 screen.
import type { MetaFunction } from '@remix-run/cloudflare';
import { data } from '@remix-run/cloudflare';
import { publicLoader } from '~/http/doors.server';
import { useChrome } from '~/http/use-chrome';
import { NotFoundScreen } from '~/ui/error-screen';

export const loader = publicLoader(({ ctx, url, request }) => {
  ctx.log.write({ event: 'unknown_path', path: url.pathname, referrer: request.headers.get('referer') });
  throw data({ message: 'Oops! Page not found' }, { status: 404 });
});

export const meta: MetaFunction = () => [{ title: 'Page not found' }];

export default function Unknown() {
  return <NotFoundScreen />;
}

export function ErrorBoundary() {
  const categories = useChrome()?.categories ?? [];
  const ways = categories
    .filter((category) => category.articleCount > 0)
    .map(({ slug, name }) => ({ to: `/category/${slug}`, label: name }));
  return <NotFoundScreen {...(ways.length > 0 && { ways })} />;
}
