// Recognizes URLs that contain a slug, which may be a former one.

/** The table for the first segment of a path. */
const KINDS = new Map<string, SlugAddress['kind']>([
  ['article', 'articles'],
  ['category', 'categories'],
  ['tag', 'tags'],
  ['author', 'authors'],
  ['page', 'pages'],
]);

/** Lists with a feed. */
const FEEDS: ReadonlySet<SlugAddress['kind']> = new Set(['categories', 'tags', 'authors']);

const ADDRESS = /^\/([a-z]+)\/([^/]+)(\/feed\.xml)?$/;

export interface SlugAddress {
  kind: 'articles' | 'categories' | 'tags' | 'authors' | 'pages';
  slug: string;
  /** The same path with another slug. */
  withSlug(slug: string): string;
}

/** `/category/tools/feed.xml` is the category `tools`; null for a path without a slug. */
export function toSlugAddress(path: string): SlugAddress | null {
  const [, segment = '', slug = '', rest = ''] = ADDRESS.exec(path) ?? [];
  const kind = KINDS.get(segment);
  if (!kind || (rest && !FEEDS.has(kind))) return null;
  return { kind, slug, withSlug: (current) => `/${segment}/${current}${rest}` };
}
