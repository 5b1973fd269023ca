// Cache tags: the names under which cached pages are purged after a change.

/** On every page, because all of them show the category bar and the footer's counts. */
export const SITE_LAYOUT_TAG = 'chrome';

/** A page that shows this article, in full or as a card. */
export const articleTag = (id: string) => `article:${id}`;
/** The page of this article, because it lists related ones. */
export const relatedTag = (id: string) => `related:${id}`;
/** A page that lists articles of all categories, tags and authors: home, all stories, feeds, sitemaps. */
export const ALL_ARTICLES_TAG = 'articles';
/**
 * Sitemaps of articles and llms.txt: they change with an article's text or search fields, even if no list
 * changes.
 */
export const SITEMAP_TAG = 'sitemap';
/** Lists of static pages, with the time of their last changes. */
export const PAGES_TAG = 'pages';
/** Every page with an ad slot; purged when any ad or placement changes. */
export const ADS_TAG = 'ads';
/** Search results; any change to public text can affect them. */
export const SEARCH_TAG = 'search';
export const categoryTag = (slug: string) => `category:${slug}`;
export const tagTag = (slug: string) => `tag:${slug}`;
export const authorTag = (slug: string) => `author:${slug}`;
/** Pages that list the most read articles, or show which are popular. */
export const READERSHIP_TAG = 'readership';
/** An article page, which introduces its author. */
export const authorProfileTag = (slug: string) => `author-profile:${slug}`;

/** What a restore or the removal of the demo may change. */
export const WHOLE_SITE = [SITE_LAYOUT_TAG, ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG, PAGES_TAG, ADS_TAG];
