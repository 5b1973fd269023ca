// Loads the layout around every public page. Failing queries give empty lists, so that they don't fail the
// page.

import { SITE_LAYOUT_TAG } from '~/features/cache-tags/cache-tags';
import { getSiteSettings } from '~/features/settings/settings.server';
import { yearIn } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { selectCategoryLinks, selectFooterLinks } from './site-repo.server';
import type { SiteLayoutData } from './site-view';

export async function getSiteLayout(
  ctx: Pick<AppContext, 'db' | 'config' | 'clock' | 'page'>,
): Promise<SiteLayoutData> {
  const { db } = ctx;
  ctx.page.tag(SITE_LAYOUT_TAG);
  const [settings, categories, links] = await Promise.all([
    getSiteSettings(ctx),
    db.readOptional('category list', selectCategoryLinks(db.build, {}), []),
    db.readOptional('footer links', selectFooterLinks(db.build, {}), null),
  ]);
  const named = (kind: 'tag' | 'page') =>
    (links?.rows ?? []).filter((link) => link.kind === kind).map(({ slug, name }) => ({ slug, name }));
  const { name, blurb, socialLinks } = settings;
  return {
    settings: { name, blurb, socialLinks },
    categories,
    tags: named('tag'),
    pages: named('page'),
    footerAds: {},
    siteUrl: ctx.config.siteUrl,
    year: yearIn(ctx.clock.now(), settings.timeZone),
  };
}
