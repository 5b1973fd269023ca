// What the owner may change about the magazine, and what stands there until then (specification's texts).
import { z } from 'zod';
import { isTimeZone } from '~/lib/dates';
import { SOCIAL_NETWORKS } from './social-networks';

export const SiteSettings = z.object({
  name: z.string().min(1).max(80).default('Law Firm Academy'),
  blurb: z
    .string()
    .max(400)
    .default(
      'The magazine for law firm owners: AI automation, remote talent, digital marketing, operations and growth strategy, in plain words.',
    ),
  /** Addresses in the order of SOCIAL_NETWORKS; '#' is a placeholder. */
  socialLinks: z.array(z.string().max(300)).length(SOCIAL_NETWORKS.length).default(['#', '#', '#', '#']),
  readersFigure: z.string().max(20).default('10,000+'),
  growthFigure: z.string().max(20).default('150%'),
  timeZone: z.string().refine(isTimeZone).default('America/New_York'),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export const DEFAULT_SETTINGS: SiteSettings = SiteSettings.parse({});
