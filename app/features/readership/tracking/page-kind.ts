// Which pages are counted, by their paths.

export const PAGE_KINDS = [
  'home',
  'article',
  'category',
  'tag',
  'author',
  'search',
  'newsletter',
  'page',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export interface CountedPage {
  page: PageKind;
  /** The slug of an article; null for other pages. */
  slug: string | null;
}

const WITH_SLUG = /^\/(article|category|tag|author|page)\/([^/]+)$/;

/** Null for pages that are not counted, such as those of accounts. @param path of a URL, as the browser shows it */
export function countedPageOf(path: string): CountedPage | null {
  if (path === '/') return { page: 'home', slug: null };
  if (path === '/search') return { page: 'search', slug: null };
  if (path === '/newsletter' || /^\/newsletter\/archive(\/[\d-]+)?$/.test(path))
    return { page: 'newsletter', slug: null };
  const [, kind, slug = ''] = WITH_SLUG.exec(path) ?? [];
  const page = PAGE_KINDS.find((known) => known === kind);
  return page ? { page, slug: page === 'article' ? slug : null } : null;
}
