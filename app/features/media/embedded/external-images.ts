// Replaces external images in pages and feeds: loading them would reveal readers to other sites, and their
// content can change.
import { cutText } from '~/lib/text';

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

const MAX_URL_LENGTH = 80;
const MAX_LISTED = 3;

/** The warning about images that could not be downloaded during a save; undefined if there are none. */
export function describeUnfetched(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return undefined;
  const short = (address: string) =>
    address.length > MAX_URL_LENGTH ? `${cutText(address, 0, MAX_URL_LENGTH - 1)}…` : address;
  const named = addresses.slice(0, MAX_LISTED).map(short).join(', ');
  const others = addresses.length > MAX_LISTED ? ` and ${addresses.length - MAX_LISTED} more` : '';
  const what = addresses.length === 1 ? '1 image' : `${addresses.length} images`;
  return `${what} could not be downloaded: ${named}${others}. Readers see a placeholder there. Upload the image instead, or save again to retry.`;
}
