// Which sizes of a picture exist, and where: one rule for whoever stores, serves or links them.

/** Widths in pixels of the copies that `srcset` offers. */
export const VARIANT_WIDTHS = [400, 800, 1200, 1600] as const;

/** Of thumbnails, which are shown 80 pixels wide (specification, section 9), on fine screens too. */
export const THUMBNAIL_WIDTH = 160;

/** `og` is the 1200x630 JPEG that social networks take; they do not all read WebP. */
export type ImageVariant = `w${(typeof VARIANT_WIDTHS)[number] | typeof THUMBNAIL_WIDTH}` | 'og';

/** Copies by width come in both; who asks says whether AVIF is understood. */
export type VariantFormat = 'webp' | 'avif';

/** Where a file of the store is served: `/media/{key}`. */
export const MEDIA_PREFIX = '/media/';

/** The store's key of a copy of `key` (`article-images/articles/1.jpg` -> `variants/w400/article-images/articles/1.jpg.webp`). */
export function variantKey(key: string, variant: ImageVariant, format: VariantFormat = 'webp'): string {
  return `variants/${variant}/${key}.${variant === 'og' ? 'jpg' : format}`;
}

/**
 * Every key under which a copy of `key` may be.
 */
export function listVariantKeys(key: string): string[] {
  const widths = [THUMBNAIL_WIDTH, ...VARIANT_WIDTHS] as const;
  const sized = widths.flatMap((width) =>
    (['webp', 'avif'] as const).map((format) => variantKey(key, `w${width}`, format)),
  );
  return [...sized, variantKey(key, 'og')];
}
