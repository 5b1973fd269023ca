// Any other path: logged, and answered with the 404 screen.
import type { MetaFunction } from '@remix-run/cloudflare';
import { data } from '@remix-run/cloudflare';
import { publicLoader } from '~/http/doors.server';
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
  return <NotFoundScreen />;
}
