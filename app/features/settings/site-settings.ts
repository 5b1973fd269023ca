// Site settings with their defaults from the specification.

import { z } from 'zod';
import {
  MEMBER_IDLE_DAYS,
  MIN_IDLE_HOURS,
  SESSION_DAYS,
  STAFF_IDLE_HOURS,
} from '~/features/accounts/account';
import { acceptedFields } from '~/lib/parse-input';
import { isTimeZone } from '~/lib/time/dates';
import { SOCIAL_NETWORKS } from './social-networks';

export const DEFAULT_IMAGE_CAP = 5;
export const MAX_IMAGE_CAP = 10_000;
export const ADS_TXT_LIMIT = 20_000;

export const INDEX_NOW_KEY = /^$|^[A-Za-z0-9-]{8,128}$/;
/** A profile, or '#' for a network without one. */
export const PROFILE_LINK = /^(#|https?:\/\/\S+)$/i;

/**
 * A comment, a variable such as `CONTACT=…`, or a record: domain, account, DIRECT or RESELLER, and an
 * optional authority id (IAB ads.txt 1.1).
 */
const ADS_TXT_LINE =
  /^(#.*|[a-z]+\s*=\s*\S.*|[a-z0-9-]+(\.[a-z0-9-]+)+\s*,[^,#;]+,\s*(direct|reseller)\s*(,\s*[\w-]+\s*)?([#;].*)?)$/i;

export const AdsTxt = z
  .string()
  .max(ADS_TXT_LIMIT, `ads.txt is limited to ${ADS_TXT_LIMIT.toLocaleString('en-US')} characters`)
  .superRefine((text, context) => {
    const wrong = text.split('\n').findIndex((line) => line !== '' && !ADS_TXT_LINE.test(line));
    if (wrong >= 0)
      context.addIssue({
        code: 'custom',
        message: `ads.txt, line ${wrong + 1} is not a valid record. Use a format such as “adnetwork.example, 1234, DIRECT”`,
      });
  });

export const SiteSettings = z.object({
  name: z.string().min(1).max(80).default('Law Firm Academy'),
  blurb: z
    .string()
    .max(400)
    .default(
      'The magazine for law firm owners: AI automation, remote talent, digital marketing, operations and growth strategy, in plain words.',
    ),
  /** URLs in the order of SOCIAL_NETWORKS; '#' is a placeholder. */
  socialLinks: z
    .array(z.string().max(300).regex(PROFILE_LINK))
    .length(SOCIAL_NETWORKS.length)
    .default(['#', '#', '#', '#']),
  readersFigure: z.string().max(20).default('10,000+'),
  growthFigure: z.string().max(20).default('150%'),
  timeZone: z.string().refine(isTimeZone).default('America/New_York'),
  /**
   * Newsletter invitation on the home page: heading and sentence. `{readers}` is replaced by the readers'
   * figure.
   */
  newsletterHeadline: z.string().max(120).default('One email a week for the business of your firm.'),
  newsletterText: z
    .string()
    .max(300)
    .default(
      'Join {readers} law firm owners who start Tuesday with one idea they can put to work by Friday.',
    ),
  /** Text under the headline of the newsletter page. */
  newsletterIntro: z
    .string()
    .max(400)
    .default(
      'One email every Tuesday on AI automation, remote talent, marketing, operations and growth, written for people who own the firm and answer for its numbers.',
    ),
  /** Daily spending limit for image generation, in US dollars. */
  imageDailyCap: z.number().min(0).max(MAX_IMAGE_CAP).default(DEFAULT_IMAGE_CAP),
  /** Refuses to publish articles while an image in their text has no alt text (`requireAltText`). */
  requireAltText: z.boolean().default(false),
  /** Content of /ads.txt; empty for no such file. */
  adsTxt: AdsTxt.default(''),
  /** Empty: search engines are not told about changes (IndexNow). */
  indexNowKey: z.string().regex(INDEX_NOW_KEY).default(''),
  /** Requires a second factor of all staff except authors to enter the admin. The first deployment turns this on. */
  requireSecondFactor: z.boolean().default(false),
  /**
   * Idle limits of sessions. Staff are users with a role. The statement that reads a session applies them.
   */
  memberIdleDays: z.int().min(1).max(SESSION_DAYS).default(MEMBER_IDLE_DAYS),
  staffIdleHours: z
    .int()
    .min(MIN_IDLE_HOURS)
    .max(SESSION_DAYS * 24)
    .default(STAFF_IDLE_HOURS),
  /** Hosts whose images are never shown to readers; null uses the environment's list. */
  blockedImageHosts: z.array(z.string().max(253)).max(100).nullable().default(null),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export const DEFAULT_SETTINGS: SiteSettings = SiteSettings.parse({});

/** Parses stored settings. A missing or invalid field gets its default without affecting the others. */
export function toSiteSettings(stored: unknown): SiteSettings {
  const parsed = SiteSettings.safeParse(stored);
  if (parsed.success) return parsed.data;
  return SiteSettings.parse(acceptedFields(SiteSettings, Object(stored)));
}

/** The invitation sentence with the readers' figure filled in. */
export function newsletterSentence({
  newsletterText,
  readersFigure,
}: Pick<SiteSettings, 'newsletterText' | 'readersFigure'>): string {
  return newsletterText.replaceAll('{readers}', readersFigure);
}
