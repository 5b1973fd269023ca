// Loaders of public pages. They return the head's meta tags too, so that browsers download no code for
// building them.
import type { LoaderFunctionArgs, MetaDescriptor } from '@remix-run/cloudflare';
import type { Seo } from '~/features/seo/seo';
import { getSiteSettings } from '~/features/settings/settings.server';
import { type MetaSite, type PageMetaInput, pageMeta } from './document/page-meta.server';
import { orRedirect } from './missing-page.server';
import { publicLoader, type Visit } from './public-loader.server';

export interface PublicPage<T> {
  data: T;
  meta: MetaDescriptor[];
}

type Load<T> = (visit: Visit) => Promise<T> | T;
type Describe<T> = (data: T, site: MetaSite, visit: Visit) => PageMetaInput;

/**
 * A loader for the data of `load` and the meta tags of `describe`. Redirects moved pages; see `publicLoader`
 * for errors.
 */
export function publicPage<T>(
  load: Load<T>,
  describe: Describe<T>,
): (args: LoaderFunctionArgs) => Promise<PublicPage<T>> {
  return publicLoader(async (visit) => {
    const [site, data] = await Promise.all([readSite(visit), orRedirect(visit, load)]);
    return { data, meta: pageMeta(site, describe(data, site, visit)) };
  });
}

/** The same for pages with search and social fields, which go into the head and not into the page's data. */
export function publicPageWithSeo<T extends { seo?: Seo | undefined }>(
  load: Load<T>,
  describe: Describe<T>,
): (args: LoaderFunctionArgs) => Promise<PublicPage<Omit<T, 'seo'>>> {
  return publicLoader(async (visit) => {
    const [site, found] = await Promise.all([readSite(visit), orRedirect(visit, load)]);
    const { seo, ...data }: T = found;
    return { data, meta: pageMeta(site, { ...describe(found, site, visit), seo }) };
  });
}

async function readSite({ ctx }: Visit): Promise<MetaSite> {
  return { settings: await getSiteSettings(ctx), siteUrl: ctx.config.siteUrl };
}
