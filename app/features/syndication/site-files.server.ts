// Loads the data for robots.txt, security.txt, ads.txt, llms.txt, the web manifest and the OpenSearch description.
import { ALL_ARTICLES_TAG, SITE_LAYOUT_TAG, SITEMAP_TAG } from '~/features/cache-tags/cache-tags';
import { categoryDescription } from '~/features/categories/category-view';
import { getSiteSettings, readSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { toLlmsTxt, toOpenSearch, toRobots, toSecurityTxt, toWebManifest } from './site-files';
import { selectHeadlines, selectNonEmptyCategories } from './syndication-repo.server';

const NEWEST_LISTED = 20;

export function getRobots({ config, page }: Pick<AppContext, 'config' | 'page'>): string {
  page.tag(SITE_LAYOUT_TAG);
  return toRobots(config.siteUrl);
}

export function getSecurityTxt({
  config,
  clock,
  page,
}: Pick<AppContext, 'config' | 'clock' | 'page'>): string {
  page.tag(SITE_LAYOUT_TAG);
  return toSecurityTxt(config.siteUrl, clock.now());
}

/**
 * @throws NotFoundError if ads.txt is not configured; UnavailableError if the settings can't be read, so that
 * the cache serves a stale copy instead
 */
export async function getAdsTxt(ctx: Pick<AppContext, 'db' | 'page'>): Promise<string> {
  ctx.page.tag(SITE_LAYOUT_TAG);
  const { adsTxt } = await readSiteSettings(ctx);
  if (adsTxt === '') throw new NotFoundError('ads.txt is not configured.');
  return `${adsTxt}\n`;
}

export async function getLlmsTxt(ctx: Pick<AppContext, 'db' | 'config' | 'page'>): Promise<string> {
  const { db, config, page } = ctx;
  page.tag(ALL_ARTICLES_TAG, SITEMAP_TAG, SITE_LAYOUT_TAG);
  const [{ name, blurb }, categories, articles] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectNonEmptyCategories(db.build)),
    db.read(selectHeadlines(db.build, NEWEST_LISTED)),
  ]);
  return toLlmsTxt({
    siteUrl: config.siteUrl,
    name,
    blurb,
    categories: categories.map((category) => ({ ...category, description: categoryDescription(category) })),
    articles,
  });
}

/** @throws UnavailableError without a database, like `getWebManifest` */
export async function getOpenSearch(ctx: Pick<AppContext, 'db' | 'config' | 'page'>): Promise<string> {
  ctx.page.tag(SITE_LAYOUT_TAG);
  const { name } = await readSiteSettings(ctx);
  return toOpenSearch(ctx.config.siteUrl, name);
}

/**
 * @throws UnavailableError without a database, so that the cache serves a stale copy instead of default
 * settings
 */
export async function getWebManifest(ctx: Pick<AppContext, 'db' | 'page'>): Promise<string> {
  ctx.page.tag(SITE_LAYOUT_TAG);
  const [settings] = await Promise.all([getSiteSettings(ctx), ctx.db.ping()]);
  return toWebManifest(settings);
}
