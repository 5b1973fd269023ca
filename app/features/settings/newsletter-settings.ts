// Newsletter settings, and the defaults of an issue.
import { z } from 'zod';
import { Checkbox } from '~/lib/parse-input';

export const MAX_ARTICLES = 12;

const SenderAddress = z.email('Sender address must be an email address').max(254);

export const NewsletterSettings = z.object({
  /** Nothing is sent without these three: the law requires the sender to be identified (CAN-SPAM). */
  senderName: z.string().max(80).default(''),
  senderAddress: z.literal('').or(SenderAddress).default(''),
  postalAddress: z.string().max(300).default(''),
  /** Sent on Tuesdays at this time, `HH:MM` in the site's time zone. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('09:00'),
  /** Whether issues are sent on schedule. */
  isScheduled: z.boolean().default(true),
  intro: z.string().max(5000).default('Here is what we published this week.'),
  articleCount: z.int().min(1).max(MAX_ARTICLES).default(6),
  withCta: z.boolean().default(true),
  withAd: z.boolean().default(true),
  /** Links go through the site, which counts clicks without recording who clicked. */
  countClicks: z.boolean().default(false),
});
export type NewsletterSettings = z.infer<typeof NewsletterSettings>;

export const DEFAULT_NEWSLETTER: NewsletterSettings = NewsletterSettings.parse({});

const line = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '');

/** Form input. */
export const NewsletterSettingsInput = z.object({
  senderName: z.preprocess(
    line,
    z.string().min(1, 'Sender name is required').max(80, 'Sender name is limited to 80 characters'),
  ),
  senderAddress: z.preprocess(line, SenderAddress),
  postalAddress: z.preprocess(
    text,
    z
      .string()
      .min(1, 'Postal address is required. Readers must be able to see who sends the newsletter')
      .max(300, 'Postal address is limited to 300 characters'),
  ),
  time: z.preprocess(
    (value) => line(value).slice(0, 5),
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must look like 09:00'),
  ),
  isScheduled: Checkbox,
  intro: z.preprocess(text, z.string().max(5000, 'Introduction is limited to 5,000 characters')),
  articleCount: z.coerce
    .number(`Articles must be a number from 1 to ${MAX_ARTICLES}`)
    .int()
    .min(1, `Articles must be a number from 1 to ${MAX_ARTICLES}`)
    .max(MAX_ARTICLES, `Articles must be a number from 1 to ${MAX_ARTICLES}`),
  withCta: Checkbox,
  withAd: Checkbox,
  countClicks: Checkbox,
});

const NEEDED = [
  ['senderName', 'the sender name'],
  ['senderAddress', 'the sender address'],
  ['postalAddress', 'the postal address'],
] as const;

/**
 * The fields that must be filled in before the first issue can be sent, as text; empty if none is missing.
 */
export function missingForSending(settings: NewsletterSettings): string[] {
  return NEEDED.filter(([field]) => settings[field].trim() === '').map(([, label]) => label);
}
