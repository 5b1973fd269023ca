// What the small files say about the magazine as it stands.
import { ALL_ARTICLES_TAG } from '~/features/articles/page-tags';
import { categoryDescription } from '~/features/categories/category-view';
import { getSiteSettings, readSiteSettings } from '~/features/settings/settings.server';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { toLlmsTxt, toRobots, toSecurityTxt, toWebManifest } from './site-files';
import { selectFilledCategories, selectHeadlines } from './syndication-repo.server';

const NEWEST_LISTED = 20;

export function getRobots({ config, page }: Pick<AppContext, 'config' | 'page'>): string {
  page.tag(CHROME_TAG);
  return toRobots(config.siteUrl);
}

export function getSecurityTxt({
  config,
  clock,
  page,
}: Pick<AppContext, 'config' | 'clock' | 'page'>): string {
  page.tag(CHROME_TAG);
  return toSecurityTxt(config.siteUrl, clock.now());
}

/** @throws NotFoundError where nothing is set down; UnavailableError, for an older copy knows what nobody can read now */
export async function getAdsTxt(ctx: Pick<AppContext, 'db' | 'page'>): Promise<string> {
  ctx.page.tag(CHROME_TAG);
  const { adsTxt } = await readSiteSettings(ctx);
  if (adsTxt === '') throw new NotFoundError('There is nothing at this address.');
  return `${adsTxt}\n`;
}

export async function getLlmsTxt(ctx: Pick<AppContext, 'db' | 'config' | 'page'>): Promise<string> {
  const { db, config, page } = ctx;
  page.tag(ALL_ARTICLES_TAG, CHROME_TAG);
  const [{ name, blurb }, categories, articles] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectFilledCategories(db.build)),
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

/** @throws UnavailableError without a database: an older copy knows the magazine's name, the defaults may not */
export async function getWebManifest(ctx: Pick<AppContext, 'db' | 'page'>): Promise<string> {
  ctx.page.tag(CHROME_TAG);
  const [settings] = await Promise.all([getSiteSettings(ctx), ctx.db.ping()]);
  return toWebManifest(settings);
}
