// Loaders of public pages. They return the head's meta tags too, so that browsers download no code for
// building them.
import type { LoaderFunctionArgs, MetaDescriptor } from '@remix-run/cloudflare';
import { getSiteSettings } from '~/features/settings/settings.server';
import { type MetaSite, type PageMetaInput, pageMeta } from './document/page-meta.server';
import { orRedirect } from './missing-page.server';
import { publicLoader, type Visit } from './public-loader.server';

export interface PublicPage<T> {
  data: T;
  meta: MetaDescriptor[];
}

/**
 * A loader for the data of `load` and the meta tags of `describe`. Redirects moved pages; see `publicLoader`
 * for errors.
 */
export function publicPage<T>(
  load: (visit: Visit) => Promise<T> | T,
  describe: (data: T, site: MetaSite, visit: Visit) => PageMetaInput,
): (args: LoaderFunctionArgs) => Promise<PublicPage<T>> {
  return publicLoader(async (visit) => {
    const [settings, data] = await Promise.all([getSiteSettings(visit.ctx), orRedirect(visit, load)]);
    const site = { settings, siteUrl: visit.ctx.config.siteUrl };
    return { data, meta: pageMeta(site, describe(data, site, visit)) };
  });
}
