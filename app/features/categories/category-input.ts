// What the category form may say.
import { z } from 'zod';
import { htmlToText } from '~/lib/clean-html';
import { isBlank } from '~/lib/is-blank';

export const CATEGORY_NAME_LIMIT = 120;
const DESCRIPTION = 500;
const ADDRESS = 1_000;
const OWN_PICTURE = 'Use a picture of the media library: its address begins with /media/';

const line = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

export const CategoryInput = z.object({
  name: z.preprocess(
    line,
    z
      .string()
      .refine((name) => !isBlank(name), 'Name is required')
      .max(CATEGORY_NAME_LIMIT, `Name should be at most ${CATEGORY_NAME_LIMIT} characters`),
  ),
  /** Plain text: it stands in banners, feeds and search results, where no markup belongs. */
  description: z.preprocess(
    (value) => htmlToText(line(value)),
    z.string().max(DESCRIPTION, `Description should be at most ${DESCRIPTION} characters`),
  ),
  /** A picture of ours; '' for none. No page hot-links. */
  imageUrl: z.preprocess(
    line,
    z.union(
      [
        z.literal(''),
        z
          .string()
          .max(ADDRESS, OWN_PICTURE)
          .regex(/^\/(media|stock)\/[\w./-]+$/, OWN_PICTURE),
      ],
      OWN_PICTURE,
    ),
  ),
});
export type CategoryInput = z.infer<typeof CategoryInput>;
