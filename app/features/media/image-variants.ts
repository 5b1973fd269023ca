// Which sizes of a picture exist, and where: one rule for whoever stores, serves or links them.

/** Widths in pixels of the WebP copies that `srcset` offers. */
export const VARIANT_WIDTHS = [400, 800, 1200, 1600] as const;

/** `og` is the 1200x630 JPEG that social networks take; they do not all read WebP. */
export type ImageVariant = `w${(typeof VARIANT_WIDTHS)[number]}` | 'og';

/** Where a file of the store is served: `/media/{key}`. */
export const MEDIA_PREFIX = '/media/';

/** The store's key of a copy of `key` (`article-images/articles/1.jpg` -> `variants/w400/article-images/articles/1.jpg.webp`). */
export function variantKey(key: string, variant: ImageVariant): string {
  return `variants/${variant}/${key}.${variant === 'og' ? 'jpg' : 'webp'}`;
}
