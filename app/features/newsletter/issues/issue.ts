// A newsletter issue: statuses, editor input and the content that is sent.
import { z } from 'zod';
import { MAX_ARTICLES } from '~/features/settings/newsletter-settings';

export const ISSUE_STATUSES = ['draft', 'sending', 'sent'] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** Cache tag of every page that shows issues. */
export const NEWSLETTER_TAG = 'newsletter';

/** A path of this site, or an external URL. */
const Link = z
  .string()
  .max(2000)
  .refine((link) => /^\/(?![/\\])/.test(link) || /^(https?:\/\/|mailto:|tel:)/i.test(link));

/**
 * The content of an issue, frozen when sending starts. Parsed on every read, because it may come from a
 * restored archive.
 */
export const IssueContent = z.object({
  subject: z.string().max(300),
  preheader: z.string().max(500),
  intro: z.array(z.string()),
  articles: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      summary: z.string(),
      link: Link,
      author: z.string(),
      readTime: z.string(),
      category: z.string().nullable(),
      /** A path of this site. */
      image: z.string().nullable(),
      imageAlt: z.string(),
    }),
  ),
  cta: z.object({ title: z.string(), body: z.string(), label: z.string(), link: Link }).nullable(),
  ad: z.object({ name: z.string(), image: z.string(), link: Link }).nullable(),
  sender: z.object({ name: z.string(), address: z.string(), postal: z.string() }),
  magazine: z.string(),
  countClicks: z.boolean(),
});
export type IssueContent = z.infer<typeof IssueContent>;

/** What the archive shows of an issue. */
export interface ArchivedIssue
  extends Pick<IssueContent, 'subject' | 'preheader' | 'intro' | 'articles' | 'cta'> {
  day: string;
  date: string;
}

/** All links of an issue in a fixed order: clicks are counted by index. */
export function linksOf(content: IssueContent): { label: string; link: string }[] {
  const { articles, cta, ad } = content;
  return [
    ...articles.map(({ title, link }) => ({ label: title, link })),
    ...(cta ? [{ label: cta.title, link: cta.link }] : []),
    ...(ad ? [{ label: `Ad: ${ad.name}`, link: ad.link }] : []),
  ];
}

const Choice = z.union([z.enum(['auto', 'none']), z.uuid()]).catch('auto');
const text = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n').replaceAll('\0', '').trim() : '';

/** Input schema of the issue form. */
export const IssueInput = z.object({
  subject: z.preprocess(text, z.string().max(200, 'Subject is limited to 200 characters')),
  intro: z.preprocess(text, z.string().max(5000, 'Introduction is limited to 5,000 characters')),
  /** In display order; null for the week's articles, selected when the issue is sent. */
  articleIds: z.array(z.uuid()).max(MAX_ARTICLES, `An issue has at most ${MAX_ARTICLES} articles`).nullable(),
  cta: Choice,
  ad: Choice,
  onSchedule: z.boolean(),
});
export type IssueInput = z.infer<typeof IssueInput>;

/** Splits plain text into paragraphs. */
export function toParagraphs(plain: string): string[] {
  return plain
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** Delivery counts of an issue. */
export interface DeliveryCounts {
  sent: number;
  /** Sent to the provider, which has not confirmed yet. */
  sending: number;
  failed: number;
  skipped: number;
  /** Readers who unsubscribed through a link of this issue. */
  unsubscribed: number;
}
