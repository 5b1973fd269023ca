// Which picture stands for an article.

const STOCK = new Set([
  'ai-automation',
  'remote-talent',
  'digital-marketing',
  'operations',
  'growth-strategy',
  'tools',
  'interviews',
]);

/** Our own stock picture of a category (800x600), or the default one. */
export function stockImage(categorySlug: string | null): string {
  return `/stock/${categorySlug && STOCK.has(categorySlug) ? categorySlug : 'default'}-800.webp`;
}

/** The article's picture; its category's stock picture when it has none; the default one for a blocked host. */
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
