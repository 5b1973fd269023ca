// Which sizes of an image exist, and their keys in the file store.
import { type FocalPoint, listSocialFocuses } from '~/lib/focal-point';

/** Widths in pixels of the copies in `srcset`. */
export const VARIANT_WIDTHS = [400, 800, 1200, 1600] as const;

/**
 * Width in pixels of thumbnails: twice the displayed 80 pixels (specification, section 9), for high-density
 * screens.
 */
export const THUMBNAIL_WIDTH = 160;

/**
 * `og` is the 1200x630 JPEG for social networks, not all of which support WebP; `og-25-100` is cropped around a
 * focal point.
 */
export type ImageVariant =
  | `w${(typeof VARIANT_WIDTHS)[number] | typeof THUMBNAIL_WIDTH}`
  | 'og'
  | `og-${number}-${number}`;

/** The social image that is cropped around this point. */
export const socialVariant = (focus: FocalPoint | null): ImageVariant =>
  focus ? `og-${focus.x}-${focus.y}` : 'og';

export const isSocial = (variant: ImageVariant): boolean => variant.startsWith('og');

/** Formats of the copies by width; the Accept header selects one. */
export type VariantFormat = 'webp' | 'avif';

/** Path prefix of stored files: `/media/{key}`. */
export const MEDIA_PREFIX = '/media/';

/** The store's key of a copy of `key` (`article-images/articles/1.jpg` -> `variants/w400/article-images/articles/1.jpg.webp`). */
export function variantKey(key: string, variant: ImageVariant, format: VariantFormat = 'webp'): string {
  return `variants/${variant}/${key}.${isSocial(variant) ? 'jpg' : format}`;
}

/** All keys that copies of `key` can have. */
export function listVariantKeys(key: string): string[] {
  const widths = [THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const;
  const sized = widths.flatMap((width) =>
    (['webp', 'avif'] as const).map((format) => variantKey(key, `w${width}`, format)),
  );
  const social = [null, ...listSocialFocuses()].map((focus) => variantKey(key, socialVariant(focus)));
  return [...sized, ...social];
}
