// An issue of the newsletter: its statuses, what an editor may say about it, and what is sent.
import { z } from 'zod';
import { MOST_ARTICLES } from '~/features/settings/newsletter-settings';

export const ISSUE_STATUSES = ['draft', 'sending', 'sent'] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** Every page that shows issues. */
export const NEWSLETTER_TAG = 'newsletter';

/** A path of this site, or an address of another. */
const Link = z
  .string()
  .max(2000)
  .refine((link) => /^\/(?![/\\])/.test(link) || /^(https?:\/\/|mailto:|tel:)/i.test(link));

/** What stands in a letter, frozen when its sending begins. It may come from an archive, so it is parsed when it is read. */
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

/** Every link that a reader may follow, in one order: a click is counted by its place here. */
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

/** What the editor's form may say. */
export const IssueInput = z.object({
  subject: z.preprocess(text, z.string().max(200, 'Subject should be at most 200 characters')),
  intro: z.preprocess(text, z.string().max(5000, 'Introduction should be at most 5,000 characters')),
  /** In their order; null for the week's articles as they are when it is sent. */
  articleIds: z
    .array(z.uuid())
    .max(MOST_ARTICLES, `An issue has at most ${MOST_ARTICLES} articles`)
    .nullable(),
  cta: Choice,
  ad: Choice,
  onSchedule: z.boolean(),
});
export type IssueInput = z.infer<typeof IssueInput>;

/** Paragraphs of a plain text. */
export function toParagraphs(plain: string): string[] {
  return plain
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** How an issue's letters fared. */
export interface DeliveryCounts {
  sent: number;
  /** Handed over, and the provider has not said yes. */
  sending: number;
  failed: number;
  skipped: number;
  /** Readers who left by a link of this issue. */
  unsubscribed: number;
}
