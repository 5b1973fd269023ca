// The names by which cached pages are found again when something changes.

/** A page that shows this article, as itself or as a card. */
export const articleTag = (id: string) => `article:${id}`;
/** A page that lists articles without regard to category, tag or author: home, all stories, feeds, sitemaps. */
export const ALL_ARTICLES_TAG = 'articles';
/** The list of all articles for search engines, with the moment of each one's last change. */
export const SITEMAP_TAG = 'sitemap';
/** Results of a search: any change of a public text may change them. */
export const SEARCH_TAG = 'search';
export const categoryTag = (slug: string) => `category:${slug}`;
export const tagTag = (slug: string) => `tag:${slug}`;
export const authorTag = (slug: string) => `author:${slug}`;
