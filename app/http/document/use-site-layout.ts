import { useRouteLoaderData } from '@remix-run/react';
import type { SiteLayoutData } from '~/features/site/site-view';

/** The site layout's loader data; undefined when its loader failed. */
export function useSiteLayout(): SiteLayoutData | undefined {
  return useRouteLoaderData<SiteLayoutData>('routes/_site');
}
