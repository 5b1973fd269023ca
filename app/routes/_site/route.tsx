// The public shell: header, category bar, search, footer around every page for readers.
import { Outlet, useLoaderData, useSearchParams } from '@remix-run/react';
import { NOTICES } from '~/features/accounts/account-notices';
import { usePictureFallback } from '~/features/articles/ui/picture-fallback';
import { LEAD_SOURCES, SUBSCRIBED_PARAM, subscribedToast } from '~/features/newsletter/lead-source';
import { getSiteChrome } from '~/features/site/site.server';
import { publicLoader } from '~/http/doors.server';
import { hasSessionCookie } from '~/http/origin-check';
import { findSessionViewer, noticeOf } from '~/http/session.server';
import { AccountMenu } from './account-menu';
import { SiteLayout } from './site-layout';

/** With a notice the page is for one person, and comes past the cache. */
export const loader = publicLoader(async ({ ctx, request }) => {
  const name = noticeOf(request, ctx.config.isHttps);
  const [chrome] = await Promise.all([
    getSiteChrome(ctx),
    // The first page after a sign-in brings the cookie of how this person reads. Without it, it is the next page's.
    name && hasSessionCookie(request) ? findSessionViewer({ ctx, request }).catch(() => null) : null,
  ]);
  return { ...chrome, notice: name && NOTICES[name] };
});

export default function Site() {
  const { notice, ...chrome } = useLoaderData<typeof loader>();
  usePictureFallback();
  const [params] = useSearchParams();
  const source = LEAD_SOURCES.find((known) => known === params.get(SUBSCRIBED_PARAM));
  return (
    <SiteLayout
      chrome={chrome}
      toast={notice ?? (source ? subscribedToast(source) : null)}
      account={<AccountMenu />}
    >
      <Outlet />
    </SiteLayout>
  );
}
