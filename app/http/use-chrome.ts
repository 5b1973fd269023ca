import { useRouteLoaderData } from '@remix-run/react';
import type { SiteChrome } from '~/features/site/site-view';

/** What the layout loaded; undefined where it could not. */
export function useChrome(): SiteChrome | undefined {
  return useRouteLoaderData<SiteChrome>('routes/_site');
}
