// Input schema of the settings form. Field names are those of the form.
import { z } from 'zod';
import {
  MEMBER_IDLE_DAYS,
  MIN_IDLE_HOURS,
  SESSION_DAYS,
  STAFF_IDLE_HOURS,
} from '~/features/accounts/account';
import { Checkbox } from '~/lib/parse-input';
import { isTimeZone } from '~/lib/time/dates';
import {
  AdsTxt,
  DEFAULT_IMAGE_CAP,
  INDEX_NOW_KEY,
  MAX_IMAGE_CAP,
  PROFILE_LINK,
  type SiteSettings,
} from './site-settings';

const plain = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

function filled(label: string, longest: number) {
  return z.preprocess(
    plain,
    z.string().min(1, `${label} is required`).max(longest, `${label} is limited to ${longest} characters`),
  );
}

/** '#' is the placeholder for a link without a target. */
function profile(network: string) {
  const message = `${network} needs an address that starts with https://. Leave it blank to remove the link`;
  return z.preprocess(
    (value) => plain(value) || '#',
    z
      .string()
      .max(300, message)
      .refine((link) => PROFILE_LINK.test(link) && (link === '#' || URL.canParse(link)), message),
  );
}

const MAX_HOSTS = 100;
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/** One per line or separated by commas. A full URL is reduced to its host. */
const Hosts = z
  .preprocess(
    (value) =>
      (typeof value === 'string' ? value : '')
        .toLowerCase()
        .split(/[\s,]+/)
        .map((host) => host.replace(/^https?:\/\//, '').replace(/\/.*$/, ''))
        .filter(Boolean),
    z
      .array(
        z.string().regex(HOST, 'Blocked image hosts must be names such as images.example.com, one per line'),
      )
      .max(MAX_HOSTS, `At most ${MAX_HOSTS} hosts can be blocked`),
  )
  .transform((hosts) => [...new Set(hosts)]);

const CAP = `Daily spending cap must be an amount from 0 to ${MAX_IMAGE_CAP.toLocaleString('en-US')} US dollars`;

/** `5`, `5.00` or `$5`; blank for the default. */
const DailyCap = z
  .preprocess(
    (value) => plain(value).replace(/^\$ ?/, '') || String(DEFAULT_IMAGE_CAP),
    z.string().regex(/^\d{1,5}([.,]\d{1,2})?$/, CAP),
  )
  .transform((text) => Number(text.replace(',', '.')))
  .pipe(z.number().max(MAX_IMAGE_CAP, CAP));

/** Blank for the default. */
function wholeNumber(
  label: string,
  { least, most, fallback }: Record<'least' | 'most' | 'fallback', number>,
) {
  const message = `${label} must be a whole number from ${least} to ${most}`;
  return z
    .preprocess((value) => plain(value) || String(fallback), z.string().regex(/^\d{1,4}$/, message))
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
}

/** Trims each line and removes empty lines at the end. */
const AdsTxtInput = z.preprocess(
  (value) =>
    (typeof value === 'string' ? value : '')
      .replaceAll('\0', '')
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .join('\n')
      .trim(),
  AdsTxt,
);

export const SettingsInput = z
  .object({
    name: filled('Magazine name', 80),
    blurb: filled('Blurb', 400),
    linkedin: profile('LinkedIn'),
    x: profile('X'),
    facebook: profile('Facebook'),
    youtube: profile('YouTube'),
    readersFigure: filled('Readers', 20),
    growthFigure: filled('Average growth', 20),
    timeZone: z.preprocess(plain, z.string().refine(isTimeZone, 'Choose a time zone from the list')),
    newsletterHeadline: filled('Banner headline', 120),
    newsletterText: filled('Banner text', 300),
    newsletterIntro: filled('Newsletter page introduction', 400),
    imageDailyCap: DailyCap,
    requireAltText: Checkbox,
    requireSecondFactor: Checkbox,
    memberIdleDays: wholeNumber('Sign readers out after (days)', {
      least: 1,
      most: SESSION_DAYS,
      fallback: MEMBER_IDLE_DAYS,
    }),
    staffIdleHours: wholeNumber('Sign staff out after (hours)', {
      least: MIN_IDLE_HOURS,
      most: SESSION_DAYS * 24,
      fallback: STAFF_IDLE_HOURS,
    }),
    blockedImageHosts: Hosts,
    adsTxt: AdsTxtInput,
    indexNowKey: z.preprocess(
      plain,
      z
        .string()
        .regex(INDEX_NOW_KEY, 'IndexNow key must have 8 to 128 characters: A to Z, 0 to 9, and hyphens'),
    ),
  })
  .transform(
    ({ linkedin, x, facebook, youtube, ...rest }): SiteSettings => ({
      ...rest,
      // In the order of SOCIAL_NETWORKS.
      socialLinks: [linkedin, x, facebook, youtube],
    }),
  );
