// What every public page shows around its own content. Nothing of it may fail a page.
import { getSiteSettings } from '~/features/settings/settings.server';
import { yearIn } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import { CHROME_TAG } from './chrome-tag';
import { selectCategoryLinks, selectFooterLinks } from './site-repo.server';
import type { SiteChrome } from './site-view';

export async function getSiteChrome(
  ctx: Pick<AppContext, 'db' | 'config' | 'clock' | 'page'>,
): Promise<SiteChrome> {
  const { db } = ctx;
  ctx.page.tag(CHROME_TAG);
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
