// A page for readers: its data, and what its head says about it. Both are made here, so that browsers need no code for it.
import type { LoaderFunctionArgs, MetaDescriptor } from '@remix-run/cloudflare';
import { getSiteSettings } from '~/features/settings/settings.server';
import { publicLoader, type Visit } from './doors.server';
import { orMoved } from './missing-page.server';
import { type PageFacts, pageMeta, type Site } from './page-meta.server';

export interface PublicPage<T> {
  data: T;
  meta: MetaDescriptor[];
}

/**
 * A loader of `load`'s data, with the head that `describe` makes of it. What has moved is a redirect; domain errors
 * are answered as by any door.
 */
export function publicPage<T>(
  load: (visit: Visit) => Promise<T> | T,
  describe: (data: T, site: Site, visit: Visit) => PageFacts,
): (args: LoaderFunctionArgs) => Promise<PublicPage<T>> {
  return publicLoader(async (visit) => {
    const [settings, data] = await Promise.all([getSiteSettings(visit.ctx), orMoved(visit, load)]);
    const site = { settings, siteUrl: visit.ctx.config.siteUrl };
    return { data, meta: pageMeta(site, describe(data, site, visit)) };
  });
}
