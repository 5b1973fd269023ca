// Replaces external images in pages and feeds: loading them would reveal readers to other sites, and their
// content can change.

/**
 * An image that could not be downloaded when the article was saved. Stored HTML always uses double quotes.
 */
const EXTERNAL_IMAGE = /(<img (?:[^<>]*\s)?src=")https?:[^"]*"/gi;
/** The preview image of a video. Without it, the player is empty until it is started. */
const EXTERNAL_POSTER = /(<video [^<>]*?) poster="https?:[^"]*"/gi;
/** Specification, section 8: image load failure. */
const PLACEHOLDER = '/stock/default-800.webp';

/** Returns stored HTML with external images replaced by the placeholder, and without external preview images of videos. */
export function withoutExternalImages(html: string): string {
  return html.replace(EXTERNAL_IMAGE, `$1${PLACEHOLDER}"`).replace(EXTERNAL_POSTER, '$1');
}

const EXTERNAL = /<(?:img\s(?:[^<>]*\s)?src|video\s(?:[^<>]*\s)?poster)="https?:[^"]*"/gi;

/** URLs of the external images in an HTML text, with the preview images of videos, without duplicates. */
export function listExternalImages(html: string): string[] {
  const found = html.match(EXTERNAL) ?? [];
  return [...new Set(found.map((tag) => tag.slice(tag.lastIndexOf('="') + 2, -1).replaceAll('&amp;', '&')))];
}
