// Addresses that name something by its slug, and may name it by a slug it no longer has.

/** The table of what stands behind the first part of an address. */
const KINDS = new Map<string, SlugAddress['kind']>([
  ['article', 'articles'],
  ['category', 'categories'],
  ['tag', 'tags'],
  ['author', 'authors'],
  ['page', 'pages'],
]);

const ADDRESS = /^\/([a-z]+)\/([^/]+)(\/feed\.xml)?$/;

export interface SlugAddress {
  kind: 'articles' | 'categories' | 'tags' | 'authors' | 'pages';
  slug: string;
  /** The same address with another slug. */
  withSlug(slug: string): string;
}

/** `/category/tools/feed.xml` names the category `tools`; null for a path that names nothing by a slug. */
export function toSlugAddress(path: string): SlugAddress | null {
  const [, segment = '', slug = '', rest = ''] = ADDRESS.exec(path) ?? [];
  const kind = KINDS.get(segment);
  if (!kind || (rest && kind !== 'categories')) return null;
  return { kind, slug, withSlug: (current) => `/${segment}/${current}${rest}` };
}
