// How the newsletter is sent, and what an issue has unless somebody says otherwise.
import { z } from 'zod';

export const MOST_ARTICLES = 12;

export const NewsletterSettings = z.object({
  /** Without these three nothing is sent: the law wants readers to know who writes. */
  senderName: z.string().max(80).default(''),
  senderAddress: z.string().max(254).default(''),
  postalAddress: z.string().max(300).default(''),
  /** On Tuesdays, `HH:MM` in the magazine's zone. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('09:00'),
  /** Whether the clock sends at all. */
  isScheduled: z.boolean().default(true),
  intro: z.string().max(5000).default('Here is what we published this week.'),
  articleCount: z.int().min(1).max(MOST_ARTICLES).default(6),
  withCta: z.boolean().default(true),
  withAd: z.boolean().default(true),
  /** Links lead through the magazine, which counts them and notes nobody. */
  countClicks: z.boolean().default(false),
});
export type NewsletterSettings = z.infer<typeof NewsletterSettings>;

export const DEFAULT_NEWSLETTER: NewsletterSettings = NewsletterSettings.parse({});

const line = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '');
const ticked = (value: unknown) => value === true || value === 'on' || value === 'yes';

/** As the form sends it. */
export const NewsletterSettingsInput = z.object({
  senderName: z.preprocess(
    line,
    z.string().min(1, 'Sender name is required').max(80, 'Sender name should be at most 80 characters'),
  ),
  senderAddress: z.preprocess(line, z.email('Sender address must be an email address').max(254)),
  postalAddress: z.preprocess(
    text,
    z
      .string()
      .min(1, 'Postal address is required: readers must be able to see who writes to them')
      .max(300, 'Postal address should be at most 300 characters'),
  ),
  time: z.preprocess(
    (value) => line(value).slice(0, 5),
    z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time is an hour and minutes, such as 09:00'),
  ),
  isScheduled: z.preprocess(ticked, z.boolean()),
  intro: z.preprocess(text, z.string().max(5000, 'Introduction should be at most 5,000 characters')),
  articleCount: z.coerce
    .number(`Articles is a number from 1 to ${MOST_ARTICLES}`)
    .int()
    .min(1, `Articles is a number from 1 to ${MOST_ARTICLES}`)
    .max(MOST_ARTICLES, `Articles is a number from 1 to ${MOST_ARTICLES}`),
  withCta: z.preprocess(ticked, z.boolean()),
  withAd: z.preprocess(ticked, z.boolean()),
  countClicks: z.preprocess(ticked, z.boolean()),
});

const NEEDED = [
  ['senderName', 'the sender name'],
  ['senderAddress', 'the sender address'],
  ['postalAddress', 'the postal address'],
] as const;

/** What is still to be filled in before the first issue can be sent, in words; empty when nothing is. */
export function missingForSending(settings: NewsletterSettings): string[] {
  return NEEDED.filter(([field]) => settings[field].trim() === '').map(([, words]) => words);
}
