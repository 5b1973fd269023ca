// Loads feeds: the newest articles of the magazine, or of a category, tag or author.
import { LIST_DESCRIPTIONS } from '~/features/articles/public/article-pages';
import {
  ALL_ARTICLES_TAG,
  articleTag,
  authorTag,
  categoryTag,
  SITE_LAYOUT_TAG,
  tagTag,
} from '~/features/cache-tags/cache-tags';
import { findCategory } from '~/features/categories/categories.server';
import { categoryDescription } from '~/features/categories/category-view';
import { CTAS_TAG } from '~/features/ctas/ctas.server';
import { blockedHostsOf, getSiteSettings } from '~/features/settings/settings.server';
import type { SiteSettings } from '~/features/settings/site-settings';
import { NotFoundError } from '~/lib/errors';
import { listCardIds } from '~/lib/html/dynamic-blocks';
import type { AppContext } from '~/platform/context';
import { type Feed, type FeedRow, lastChange, toFeedItem } from './feed';
import { selectFeedArticles, selectListName } from './syndication-repo.server';

type FeedContext = Pick<AppContext, 'db' | 'config' | 'page'>;

const FEED_LENGTH = 20;

/** The 20 newest articles. `path` is the path of the feed. */
export async function getFeed(ctx: FeedContext, path: string): Promise<Feed> {
  const { db, config, page } = ctx;
  page.tag(ALL_ARTICLES_TAG);
  const [settings, rows] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectFeedArticles(db.build, FEED_LENGTH)),
  ]);
  const about = { title: settings.name, description: settings.blurb, pageUrl: `${config.siteUrl}/` };
  return toFeed(ctx, path, about, rows, settings);
}

/**
 * The 20 newest articles of a category, at `/category/{slug}/feed.xml`.
 * @throws NotFoundError if the category doesn't exist
 */
export async function getCategoryFeed(ctx: FeedContext, slug: string): Promise<Feed> {
  const { db, config, page } = ctx;
  const [settings, category, rows] = await Promise.all([
    getSiteSettings(ctx),
    findCategory(ctx, slug),
    db.read(selectFeedArticles(db.build, FEED_LENGTH, { kind: 'category', slug })),
  ]);
  if (!category) throw new NotFoundError("The category you're looking for doesn't exist");
  page.tag(categoryTag(slug));
  const path = `/category/${slug}`;
  const about = {
    title: `${settings.name}: ${category.name}`,
    description: category.seo.searchDescription ?? categoryDescription(category),
    pageUrl: config.siteUrl + path,
  };
  return toFeed(ctx, `${path}/feed.xml`, about, rows, settings);
}

/**
 * The 20 newest articles with a tag or of an author, at `/tag/{slug}/feed.xml` and `/author/{slug}/feed.xml`.
 * @throws NotFoundError if there is no such tag, or no author with published articles
 */
export async function getListFeed(ctx: FeedContext, kind: 'tag' | 'author', slug: string): Promise<Feed> {
  const { db, config, page } = ctx;
  const [settings, [list], rows] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectListName(db.build, { kind, slug })),
    db.read(selectFeedArticles(db.build, FEED_LENGTH, { kind, slug })),
  ]);
  if (!list) throw new NotFoundError(`The ${kind} you're looking for doesn't exist`);
  page.tag(kind === 'tag' ? tagTag(slug) : authorTag(slug));
  const path = `/${kind}/${slug}`;
  const about = {
    title: `${settings.name}: ${list.name}`,
    description: LIST_DESCRIPTIONS[kind](list.name),
    pageUrl: config.siteUrl + path,
  };
  return toFeed(ctx, `${path}/feed.xml`, about, rows, settings);
}

function toFeed(
  ctx: FeedContext,
  path: string,
  about: Pick<Feed, 'title' | 'description' | 'pageUrl'>,
  rows: readonly FeedRow[],
  settings: SiteSettings,
): Feed {
  // The feed contains the magazine's name, category names, and the titles of dynamic blocks.
  ctx.page.tag(SITE_LAYOUT_TAG, CTAS_TAG);
  for (const { id, content } of rows) ctx.page.tag(...[id, ...listCardIds(content)].map(articleTag));
  const { siteUrl } = ctx.config;
  const items = rows.map((row) =>
    toFeedItem(row, { siteUrl, blockedImageHosts: blockedHostsOf(settings, ctx) }),
  );
  return { ...about, selfUrl: siteUrl + path, siteUrl, updatedAt: lastChange(items), items };
}
