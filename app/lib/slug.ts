/**
 * Generates a slug from a title: without accents, lower case, only a-z, 0-9 and single hyphens
 * (specification, section 5). Empty for a title without any of these characters.
 */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}
