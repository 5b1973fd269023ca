// Validates the search and social fields.
import { z } from 'zod';
import { textPropertyOf } from '~/lib/properties';
import { isImageAddress } from '~/lib/site-path';
import { cutText } from '~/lib/text';
import {
  readSeoFields,
  SEO_DESCRIPTION_LIMIT,
  SEO_LABELS,
  SEO_TITLE_LIMIT,
  SEO_URL_LIMIT,
  type Seo,
  type SeoField,
  toSeo,
} from './seo';

/** One line, without NUL, which PostgreSQL cannot store. */
const line = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

const NOT_WEB = 'Canonical URL must start with http:// or https:// and can’t contain a username or password';
const NOT_IMAGE = 'Social image must be a path on this site or a URL that starts with http:// or https://';

const tooLong = (field: SeoField, limit: number) => `${SEO_LABELS[field]} is limited to ${limit} characters`;

function text(field: SeoField, limit: number) {
  return z.preprocess(line, z.string().max(limit, tooLong(field, limit))).prefault('');
}

/** `user:password@host` is refused: the address is shown to everyone. */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  return new URL(text).username === '' && new URL(text).password === '';
}

export const SeoInput = z.object({
  searchTitle: text('searchTitle', SEO_TITLE_LIMIT),
  searchDescription: text('searchDescription', SEO_DESCRIPTION_LIMIT),
  canonicalUrl: text('canonicalUrl', SEO_URL_LIMIT).pipe(
    z
      .string()
      .refine((url) => url === '' || isWebAddress(url), NOT_WEB)
      .transform((url) => url && new URL(url).href)
      // Percent-encoding makes it longer.
      .pipe(z.string().max(SEO_URL_LIMIT, tooLong('canonicalUrl', SEO_URL_LIMIT))),
  ),
  hideFromSearch: z
    .unknown()
    .optional()
    .transform((value) => (value ? 'on' : '')),
  socialTitle: text('socialTitle', SEO_TITLE_LIMIT),
  socialDescription: text('socialDescription', SEO_DESCRIPTION_LIMIT),
  socialImage: text('socialImage', SEO_URL_LIMIT).pipe(
    z.string().refine((url) => url === '' || isImageAddress(url), NOT_IMAGE),
  ),
});
export type SeoInput = z.infer<typeof SeoInput>;

/** Fields from an import or archive. Long text is truncated, and invalid values are dropped. */
export function fitSeo(given: unknown): Seo {
  const limits: Partial<Record<SeoField, number>> = {
    searchTitle: SEO_TITLE_LIMIT,
    searchDescription: SEO_DESCRIPTION_LIMIT,
    socialTitle: SEO_TITLE_LIMIT,
    socialDescription: SEO_DESCRIPTION_LIMIT,
  };
  const fields = readSeoFields((field) => {
    const text = textPropertyOf(given, field);
    const limit = limits[field];
    return SeoInput.shape[field].safeParse(limit ? cutText(line(text), 0, limit) : text).data;
  });
  return toSeo(fields);
}
