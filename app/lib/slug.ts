/**
 * The part of a URL that names something, made from its title: accents removed, lower case, only a-z, 0-9 and
 * single hyphens (specification, section 5). May be empty, for a title without a single such character.
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
