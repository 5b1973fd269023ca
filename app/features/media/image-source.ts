// Builds `src` and `srcset` for an image URL.
import { withoutFocus } from '~/lib/focal-point';
import { MEDIA_PREFIX, THUMBNAIL_WIDTH, VARIANT_WIDTHS } from './image-variants';

export interface ImageSource {
  src: string;
  srcSet?: string;
}

/**
 * The image's URL without focal point. A stored image also loses its query, which would select a copy: it can be
 * part of a URL that was copied from a page.
 */
export const withoutCopy = (image: string): string =>
  withoutFocus(image).replace(/^(\/media\/[^?]*)\?.*/, '$1');

const STOCK_IMAGE = /^\/stock\/([a-z-]+)-(?:800|1600)\.webp$/;

/**
 * Returns `srcset` sizes for stored and stock images, narrowest first; only `src` for other URLs. `/media/…`
 * has WebP copies 400 to 1600 pixels wide; `/stock/…` has 400 and 800 (the hero 800 and 1600).
 */
export function imageSource(image: string, largest = 1600): ImageSource {
  const url = withoutCopy(image);
  if (url.startsWith(MEDIA_PREFIX)) {
    const widths = VARIANT_WIDTHS.filter((w) => w <= largest);
    return { src: `${url}?w=800`, srcSet: widths.map((w) => `${url}?w=${w} ${w}w`).join(', ') };
  }
  const stock = STOCK_IMAGE.exec(url)?.[1];
  if (stock) {
    const widths = stock === 'hero' ? [800, 1600] : [400, 800];
    return { src: url, srcSet: widths.map((w) => `/stock/${stock}-${w}.webp ${w}w`).join(', ') };
  }
  return { src: url };
}

/** The narrowest copy, for lists that show images at 80x60 (specification, section 9). */
export function thumbnailSource(image: string): string {
  const url = withoutCopy(image);
  if (url.startsWith(MEDIA_PREFIX)) return `${url}?w=${THUMBNAIL_WIDTH}`;
  const stock = STOCK_IMAGE.exec(url)?.[1];
  return stock && stock !== 'hero' ? `/stock/${stock}-400.webp` : url;
}
