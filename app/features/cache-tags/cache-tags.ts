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
/** Search results; any change to public text can affect them. */
export const SEARCH_TAG = 'search';
export const categoryTag = (slug: string) => `category:${slug}`;
export const tagTag = (slug: string) => `tag:${slug}`;
export const authorTag = (slug: string) => `author:${slug}`;
/** Pages that list the most read articles, or show which are popular. */
export const READERSHIP_TAG = 'readership';
/** An article page, which introduces its author. */
export const authorProfileTag = (slug: string) => `author-profile:${slug}`;
