// Validates the ad form (specification, sections 5 and 8).
import { z } from 'zod';
import { toLinkTarget } from '~/lib/html/link-target';
import { isImageAddress } from '~/lib/site-path';
import { isDay } from '~/lib/time/dates';
import { AD_LINK_LIMIT, AD_NAME_LIMIT, AD_TYPES, HIGHEST_PRIORITY, LOWEST_PRIORITY } from './ad';
import { AD_LOCATIONS } from './ad-locations';

const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '');
const line = (value: unknown) => text(value).replace(/\s+/g, ' ');
const list = (value: unknown) => (Array.isArray(value) ? value : []);

const PRIORITY = `Priority must be a whole number from ${LOWEST_PRIORITY} to ${HIGHEST_PRIORITY}`;
const priority = z
  .string()
  // An empty field gets the default.
  .transform((typed) => (typed === '' ? LOWEST_PRIORITY : /^\d{1,2}$/.test(typed) ? Number(typed) : 0))
  .refine((number) => number >= LOWEST_PRIORITY && number <= HIGHEST_PRIORITY, PRIORITY);

const day = (name: string) =>
  z.preprocess(
    text,
    z
      .string()
      .refine((written) => written === '' || isDay(written), `${name} is not a valid date`)
      .transform((written) => written || null),
  );

const address = (name: string) =>
  z.string().max(AD_LINK_LIMIT, `${name} is limited to ${AD_LINK_LIMIT.toLocaleString('en-US')} characters`);

const LINK = 'Link URL must begin with https:// or http://, or with / for a page on this site';
const IMAGE = 'Image URL must start with http:// or https://';

const isImage = (url: string) => url === '' || isImageAddress(url);

/**
 * The ad form's schema. Start and end dates are days in the magazine's time zone; the end date is inclusive.
 * @param siteUrl this site's origin; link URLs under it are stored as paths
 */
export function adInput(siteUrl: string) {
  const link = address('Link URL')
    .transform((typed) => (typed === '' ? '' : toLinkTarget(typed, siteUrl, ['http:', 'https:'])))
    .refine((target) => target !== null, LINK)
    .transform((target) => target || null);
  return z
    .object({
      name: z.preprocess(
        line,
        z
          .string()
          .min(1, 'Ad name is required')
          .max(AD_NAME_LIMIT, `Ad name is limited to ${AD_NAME_LIMIT} characters`),
      ),
      type: z.preprocess(text, z.enum(AD_TYPES, 'Invalid ad type selected')),
      imageUrl: z.preprocess(text, address('Image URL').refine(isImage, IMAGE)),
      linkUrl: z.preprocess(text, link),
      htmlContent: z.preprocess(text, z.string()),
      locations: z.preprocess(
        list,
        z
          .array(z.enum(AD_LOCATIONS, 'Invalid display location selected'))
          .min(1, 'Please select at least one display location')
          .transform((chosen) => AD_LOCATIONS.filter((location) => chosen.includes(location))),
      ),
      /** Empty: the ad shows in every category, and on pages that have no category. */
      categoryIds: z.preprocess(
        list,
        z
          .array(z.uuid('Invalid category selected'))
          .max(500, 'Invalid category selected')
          .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))].sort()),
      ),
      priority: z.preprocess(text, priority),
      active: z.boolean(),
      startDate: day('Start Date'),
      endDate: day('End Date'),
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
      path: ['endDate'],
      message: 'End Date must not be before Start Date',
    });
}
export type AdInput = z.infer<ReturnType<typeof adInput>>;
