// Validates the form for static pages.
import { z } from 'zod';
import { SeoInput } from '~/features/seo/seo-input';
import { TO_REPLACE } from './page-drafts';
import { PAGE_CONTENT_LIMIT, PAGE_SUMMARY_LIMIT, PAGE_TITLE_LIMIT } from './page-view';

/** Without NUL, which PostgreSQL cannot store. */
const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '');
const line = (value: unknown) => text(value).replace(/\s+/g, ' ');

export const PageInput = z.object({
  title: z.preprocess(
    line,
    z
      .string()
      .min(1, 'Title is required')
      .max(PAGE_TITLE_LIMIT, `Title is limited to ${PAGE_TITLE_LIMIT} characters`),
  ),
  /** Normalized by the slug rule when it is saved; empty to generate it from the title. */
  slug: z.preprocess(
    line,
    z.string().max(PAGE_TITLE_LIMIT, `URL Slug is limited to ${PAGE_TITLE_LIMIT} characters`),
  ),
  summary: z.preprocess(
    line,
    z.string().max(PAGE_SUMMARY_LIMIT, `Summary is limited to ${PAGE_SUMMARY_LIMIT} characters`),
  ),
  content: z.preprocess(
    text,
    z
      .string()
      .refine((html) => !html.includes(TO_REPLACE), `Replace “${TO_REPLACE}” with your email address`),
  ),
  ...SeoInput.shape,
});
export type PageInput = z.infer<typeof PageInput>;

/** Sanitized HTML within the stored limit. */
export const PageContent = z.object({
  content: z.string().max(PAGE_CONTENT_LIMIT, 'This is too long for one page. Split it into several'),
});
