// Loaders of public pages. They return the head's meta tags too, so that browsers download no code for
// building them.
import type { LoaderFunctionArgs, MetaDescriptor } from '@remix-run/cloudflare';
import { getSiteSettings } from '~/features/settings/settings.server';
import { isRecord } from '~/lib/properties';
import { type MetaSite, type PageMetaInput, pageMeta } from './document/page-meta.server';
import { orRedirect } from './missing-page.server';
import { publicLoader, type Visit } from './public-loader.server';

/** `seo` goes into the head and not into the page's data. */
type Shown<T> = 'seo' extends keyof T ? Omit<T, 'seo'> : T;

export interface PublicPage<T> {
  data: Shown<T>;
  meta: MetaDescriptor[];
}

/**
 * A loader for the data of `load` and the meta tags of `describe`. Redirects moved pages; see `publicLoader`
 * for errors.
 */
export function publicPage<T>(
  load: (visit: Visit) => Promise<T> | T,
  describe: (data: T, site: MetaSite, visit: Visit) => PageMetaInput,
): (args: LoaderFunctionArgs) => Promise<PublicPage<Awaited<T>>> {
  return publicLoader(async (visit) => {
    const [settings, found] = await Promise.all([getSiteSettings(visit.ctx), orRedirect(visit, load)]);
    const site = { settings, siteUrl: visit.ctx.config.siteUrl };
    return { data: withoutSeo(found), meta: pageMeta(site, describe(found, site, visit)) };
  });
}

function withoutSeo<T>(found: T): Shown<T> {
  if (!isRecord(found)) return found as Shown<T>;
  const { seo: _, ...shown } = found;
  return shown as Shown<T>;
}
