// The public site layout: header, category bar, search and footer around every public page.
import { Outlet, useLoaderData, useLocation, useMatches, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { NOTICES } from '~/features/accounts/sign-in/account-notices';
import { useImageFallback } from '~/features/articles/ui/image-fallback';
import {
  LEAD_SOURCES,
  SUBSCRIBED_PARAM,
  subscribedToast,
} from '~/features/newsletter/subscribers/lead-source';
import { getSiteLayout } from '~/features/site/site.server';
import { publicLoader } from '~/http/public-loader.server';
import { hasSessionCookie } from '~/http/security/origin-check';
import { findSessionViewer, noticeOf } from '~/http/session/session.server';
import { AccountMenu } from '~/layouts/site/account-menu';
import { SiteLayout } from '~/layouts/site/site-layout';

/** A notice is for one visitor, so a page with a notice bypasses the cache. */
export const loader = publicLoader(async ({ ctx, request }) => {
  const name = noticeOf(request, ctx.config.isHttps);
  const [layout] = await Promise.all([
    getSiteLayout(ctx),
    // The first page after sign-in sets the reading preferences cookie. If the lookup fails, the next page
    // sets it.
    name && hasSessionCookie(request) ? findSessionViewer({ ctx, request }).catch(() => null) : null,
  ]);
  return { ...layout, notice: name && NOTICES[name] };
});

export default function Site() {
  const { notice, ...layout } = useLoaderData<typeof loader>();
  useImageFallback();
  const { pathname } = useLocation();
  // A page whose loader threw has no data, and shows an error.
  const isFound = useMatches().at(-1)?.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a view
  useEffect(() => {
    import('~/features/readership/tracking/track-reading').then(
      ({ trackView }) => trackView(isFound),
      () => {},
    );
  }, [pathname, isFound]);
  const [params] = useSearchParams();
  const source = LEAD_SOURCES.find((known) => known === params.get(SUBSCRIBED_PARAM));
  return (
    <SiteLayout
      layout={layout}
      toast={notice ?? (source ? subscribedToast(source) : null)}
      account={<AccountMenu />}
    >
      <Outlet />
    </SiteLayout>
  );
}
