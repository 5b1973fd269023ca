// Which image represents an article.

const STOCK = new Set([
  'ai-automation',
  'remote-talent',
  'digital-marketing',
  'operations',
  'growth-strategy',
  'tools',
  'interviews',
]);

/** Path of the category's bundled stock image (800x600), or of the default one. */
export function stockImage(categorySlug: string | null): string {
  return `/stock/${categorySlug && STOCK.has(categorySlug) ? categorySlug : 'default'}-800.webp`;
}

/**
 * The article's image; its category's stock image if it has none; the default stock image if its host is
 * blocked.
 */
export function categoryImage(
  imageUrl: string | null,
  categorySlug: string | null,
  blockedHosts: readonly string[],
): string {
  if (!imageUrl) return stockImage(categorySlug);
  if (
    /^https?:/i.test(imageUrl) &&
    URL.canParse(imageUrl) &&
    blockedHosts.includes(new URL(imageUrl).hostname)
  ) {
    return stockImage(null);
  }
  return imageUrl;
}
