// Loads the layout around every public page. Failing queries give empty lists, so that they don't fail the
// page.

import { SITE_LAYOUT_TAG } from '~/features/cache-tags/cache-tags';
import { getSiteSettings } from '~/features/settings/settings.server';
import { yearIn } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { selectSiteLinks } from './site-repo.server';
import type { SiteLayoutData } from './site-view';

export async function getSiteLayout(
  ctx: Pick<AppContext, 'db' | 'config' | 'clock' | 'page'>,
): Promise<SiteLayoutData> {
  const { db } = ctx;
  ctx.page.tag(SITE_LAYOUT_TAG);
  const [settings, found] = await Promise.all([
    getSiteSettings(ctx),
    db.readOptional('site links', selectSiteLinks(db.build, {}), null),
  ]);
  const links = found?.rows ?? [];
  const named = (kind: 'tag' | 'page') =>
    links.filter((link) => link.kind === kind).map(({ slug, name }) => ({ slug, name }));
  const { name, blurb, socialLinks } = settings;
  return {
    settings: { name, blurb, socialLinks },
    categories: links
      .filter(({ kind }) => kind === 'category')
      .map(({ slug, name, total }) => ({ slug, name, articleCount: Number(total) })),
    tags: named('tag'),
    pages: named('page'),
    footerAds: {},
    siteUrl: ctx.config.siteUrl,
    year: yearIn(ctx.clock.now(), settings.timeZone),
  };
}
