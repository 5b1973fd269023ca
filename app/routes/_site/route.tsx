// The public shell: header, category bar, search, footer around every page for readers.
import { Outlet, useLoaderData, useSearchParams } from '@remix-run/react';
import { usePictureFallback } from '~/features/articles/ui/picture-fallback';
import { LEAD_SOURCES, SUBSCRIBED_PARAM, subscribedToast } from '~/features/newsletter/lead-source';
import { getSiteChrome } from '~/features/site/site.server';
import { publicLoader } from '~/http/doors.server';
import { SiteLayout } from './site-layout';

export const loader = publicLoader(({ ctx }) => getSiteChrome(ctx));

export default function Site() {
  const chrome = useLoaderData<typeof loader>();
  usePictureFallback();
  const [params] = useSearchParams();
  const source = LEAD_SOURCES.find((known) => known === params.get(SUBSCRIBED_PARAM));
  return (
    <SiteLayout chrome={chrome} toast={source ? subscribedToast(source) : null}>
      <Outlet />
    </SiteLayout>
  );
}
