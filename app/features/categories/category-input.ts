// Validates the category form.
import { z } from 'zod';
import { SeoInput } from '~/features/seo/seo-input';
import { htmlToText } from '~/lib/html/clean-html';
import { isRecord, textPropertyOf } from '~/lib/properties';
import { isBlank } from '~/lib/text';
import { BANNERS } from './category-view';

export const CATEGORY_NAME_LIMIT = 120;
const DESCRIPTION = 500;
const ADDRESS = 1_000;
const OWN_IMAGE = 'Use an image from the media library. Its URL begins with /media/';

const line = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

const NO_URL = 'Enter the URL of an image, or choose another banner.';

/** The URL is used only when the category has its own image. */
function dropUnusedUrl(input: unknown): unknown {
  const banner = textPropertyOf(input, 'banner');
  return isRecord(input) && banner !== '' && banner !== 'own' ? { ...input, imageUrl: '' } : input;
}

const Fields = z.object({
  name: z.preprocess(
    line,
    z
      .string()
      .refine((name) => !isBlank(name), 'Name is required')
      .max(CATEGORY_NAME_LIMIT, `Name is limited to ${CATEGORY_NAME_LIMIT} characters`),
  ),
  /** Plain text: it is shown in banners, feeds and search results, which allow no markup. */
  description: z.preprocess(
    (value) => htmlToText(line(value)),
    z.string().max(DESCRIPTION, `Description is limited to ${DESCRIPTION} characters`),
  ),
  /** An image stored on this site, so that pages load none from other sites; '' for none. */
  imageUrl: z.preprocess(
    line,
    z.union(
      [
        z.literal(''),
        z
          .string()
          .max(ADDRESS, OWN_IMAGE)
          .regex(/^\/(media|stock)\/[\w./-]+$/, OWN_IMAGE),
      ],
      OWN_IMAGE,
    ),
  ),
  /** '' means: its own image if there is a URL, otherwise a generated one. */
  banner: z.enum(['', ...BANNERS]).default(''),
  ...SeoInput.shape,
});

export const CategoryInput = z.preprocess(
  dropUnusedUrl,
  Fields.refine(({ banner, imageUrl }) => banner !== 'own' || imageUrl !== '', {
    path: ['imageUrl'],
    message: NO_URL,
  }),
);
export type CategoryInput = z.infer<typeof CategoryInput>;
