// What the form of a standing page may say.
import { z } from 'zod';
import { CONTENT_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT } from './page-limits';

/** Without the one character that PostgreSQL cannot store. */
const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '');
const line = (value: unknown) => text(value).replace(/\s+/g, ' ');

export const PageInput = z.object({
  title: z.preprocess(
    line,
    z
      .string()
      .min(1, 'Title is required')
      .max(TITLE_LIMIT, `Title should be at most ${TITLE_LIMIT} characters`),
  ),
  /** As typed; tidied by the slug rule when it is saved. Empty: the title decides. */
  slug: z.preprocess(
    line,
    z.string().max(TITLE_LIMIT, `URL Slug should be at most ${TITLE_LIMIT} characters`),
  ),
  summary: z.preprocess(
    line,
    z.string().max(SUMMARY_LIMIT, `Summary should be at most ${SUMMARY_LIMIT} characters`),
  ),
  content: z.preprocess(text, z.string()),
});
export type PageInput = z.infer<typeof PageInput>;

/** Clean HTML that is short enough to be stored. */
export const PageContent = z.object({
  content: z.string().max(CONTENT_LIMIT, 'This is too long for one page: divide it into several'),
});
