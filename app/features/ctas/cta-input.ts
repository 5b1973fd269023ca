// Validates the form for a call to action (CTA).
import { z } from 'zod';
import { toLinkTarget } from '~/lib/html/link-target';
import { BODY_LIMIT, CTA_LINK_LIMIT, CTA_TITLE_LIMIT, LABEL_LIMIT } from './cta';

const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '');
const line = (value: unknown) => text(value).replace(/\s+/g, ' ');
const limited = (name: string, limit: number) =>
  z.string().max(limit, `${name} is limited to ${limit.toLocaleString('en-US')} characters`);

const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const LINK = 'Button Link must begin with https:// or http://, or with / for a page on this site';

/** @param siteUrl this site's origin; links under it are stored as paths */
export function ctaInput(siteUrl: string) {
  return z
    .object({
      title: z.preprocess(line, limited('Title', CTA_TITLE_LIMIT).min(1, 'Title is required')),
      // Browsers submit textarea lines with CRLF.
      body: z.preprocess((value) => text(value).replace(/\r\n?/g, '\n'), limited('Body', BODY_LIMIT)),
      buttonLabel: z.preprocess(line, limited('Button Label', LABEL_LIMIT)),
      buttonLink: z.preprocess(
        text,
        limited('Button Link', CTA_LINK_LIMIT)
          .transform((typed) => (typed === '' ? '' : toLinkTarget(typed, siteUrl, SCHEMES)))
          .refine((target) => target !== null, LINK)
          .transform((target) => target ?? ''),
      ),
      /** Null: shown in every category, and on articles without a category. */
      categoryId: z.preprocess(
        (value) => text(value).toLowerCase() || null,
        z.uuid('Invalid category selected').nullable(),
      ),
      active: z.boolean(),
    })
    .refine(({ buttonLabel, buttonLink }) => buttonLabel === '' || buttonLink !== '', {
      path: ['buttonLink'],
      message: 'Button Link is required for a button',
    })
    .refine(({ buttonLabel, buttonLink }) => buttonLink === '' || buttonLabel !== '', {
      path: ['buttonLabel'],
      message: 'Button Label is required for a button',
    });
}
export type CtaInput = z.infer<ReturnType<typeof ctaInput>>;
