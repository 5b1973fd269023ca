// Prepares the search and social fields for storing.
import { type FetchContext, storeImageFromAddress } from '~/features/media/fetch-image.server';
import type { Uploader } from '~/features/media/store-image.server';
import { type Seo, type SeoFields, toSeo } from './seo';

/**
 * The fields to store. A social image from another site is downloaded. A canonical URL that equals the page's
 * own is left out, because that is the default.
 * @param path of the page; `before` are its stored fields
 * @throws InvalidError if the social image cannot be downloaded
 */
export async function storeSeo(
  ctx: FetchContext,
  uploader: Uploader,
  fields: Readonly<SeoFields>,
  { path, before }: { path: string; before: Seo },
): Promise<Seo> {
  const { canonicalUrl, socialImage } = fields;
  const image = { folder: 'articles', before: before.socialImage ?? null, field: 'socialImage' } as const;
  return toSeo({
    ...fields,
    canonicalUrl: canonicalUrl === ctx.config.siteUrl + path ? '' : canonicalUrl,
    socialImage: socialImage && (await storeImageFromAddress(ctx, uploader, socialImage, image)),
  });
}
