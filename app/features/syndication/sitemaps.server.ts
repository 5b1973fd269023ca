// Sitemaps of all published articles and public pages.

import { categoryImage } from '~/features/articles/article-image';
import { ALL_ARTICLES_TAG, PAGES_TAG, SITE_LAYOUT_TAG, SITEMAP_TAG } from '~/features/cache-tags/cache-tags';
import { countPublished } from '~/features/categories/categories.server';
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import { withoutFocus } from '~/lib/focal-point';
import { HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { absoluteUrl } from './absolute-html';
import { type SitemapEntry, toNewsSitemap, toSitemap, toSitemapIndex } from './sitemap';
import { selectHeadlines, selectListingPages, selectSitemapSlice } from './syndication-repo.server';

type SitemapContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'page'>;

/** A tenth of what the protocol allows. Such a file has about 1 MB, which the page cache can store. */
const ARTICLES_PER_FILE = 5_000;
/** Google's limits for news sitemaps: two days and 1,000 URLs. */
const NEWS_HOURS = 48;
const NEWS_LIMIT = 1_000;

const ARTICLES_FILE = /^articles-([1-9]\d{0,4})\.xml$/;

export async function getSitemapIndex(ctx: SitemapContext): Promise<string> {
  ctx.page.tag(ALL_ARTICLES_TAG);
  const fileCount = Math.ceil((await countPublished(ctx)) / ARTICLES_PER_FILE);
  const numbered = Array.from({ length: fileCount }, (_, index) => `articles-${index + 1}.xml`);
  return toSitemapIndex(['pages.xml', ...numbered].map((name) => `${ctx.config.siteUrl}/sitemaps/${name}`));
}

/**
 * A file listed in the index: `pages.xml` or `articles-{n}.xml`.
 * @throws NotFoundError if the index has no such file
 */
export async function getSitemapFile(ctx: SitemapContext, name: string): Promise<string> {
  if (name === 'pages.xml') return toSitemap(await listPages(ctx));
  const number = ARTICLES_FILE.exec(name)?.[1];
  const entries = number ? await listArticles(ctx, Number(number)) : null;
  if (!entries) throw new NotFoundError('This sitemap does not exist');
  return toSitemap(entries);
}

async function listPages({ db, config, page }: SitemapContext): Promise<SitemapEntry[]> {
  page.tag(ALL_ARTICLES_TAG, SITE_LAYOUT_TAG, PAGES_TAG);
  const { rows } = await db.read(selectListingPages(db.build));
  const fixed = ['/', '/category/all', '/newsletter', '/newsletter/archive'].map((path) => ({
    url: config.siteUrl + path,
  }));
  const listed = rows.map(({ kind, slug, updatedAt }) => ({
    url: `${config.siteUrl}/${kind}/${slug}`,
    lastModified: updatedAt === null ? null : new Date(updatedAt),
  }));
  return [...fixed, ...listed];
}

/** Null if the file would be past the last article. */
async function listArticles(ctx: SitemapContext, number: number): Promise<SitemapEntry[] | null> {
  const { db } = ctx;
  ctx.page.tag(ALL_ARTICLES_TAG, SITEMAP_TAG);
  const [settings, rows] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectSitemapSlice(db.build, ARTICLES_PER_FILE, (number - 1) * ARTICLES_PER_FILE)),
  ]);
  if (rows.length === 0) return null;
  const blockedImageHosts = blockedHostsOf(settings, ctx);
  const { siteUrl } = ctx.config;
  const listed = rows.filter((row) => row.isListed);
  return listed.map(({ slug, updatedAt, imageUrl, categorySlug }) => ({
    url: `${siteUrl}/article/${slug}`,
    lastModified: updatedAt,
    imageUrl: absoluteUrl(withoutFocus(categoryImage(imageUrl, categorySlug, blockedImageHosts)), siteUrl),
  }));
}

/** Articles first published in the last 48 hours. */
export async function getNewsSitemap(ctx: SitemapContext): Promise<string> {
  const { db, config, clock, page } = ctx;
  page.tag(ALL_ARTICLES_TAG, SITEMAP_TAG, SITE_LAYOUT_TAG);
  const since = new Date(clock.now().getTime() - NEWS_HOURS * HOUR_MS);
  const [{ name }, rows] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectHeadlines(db.build, NEWS_LIMIT, since)),
  ]);
  const news = rows.map(({ slug, title, firstPublishedAt, publishDate }) => ({
    url: `${config.siteUrl}/article/${slug}`,
    title,
    publishedAt: firstPublishedAt ?? publishDate,
  }));
  return toNewsSitemap(name, news, `${config.siteUrl}/`);
}
