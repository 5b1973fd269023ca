// Validates articles from the editor and the API.
import { z } from 'zod';
import { SeoInput } from '~/features/seo/seo-input';
import { htmlToText } from '~/lib/html/clean-html';
import { isImageAddress } from '~/lib/site-path';
import { toSlug } from '~/lib/slug';
import { isBlank } from '~/lib/text';
import {
  ARTICLE_STATUSES,
  AUTHOR_LIMIT,
  CONTENT_LIMIT,
  SLUG_LIMIT,
  SUMMARY_LIMIT,
  TITLE_LIMIT,
  toReadTime,
} from './article';
import { COAUTHORS_LIMIT } from './authors/author';

const MAX_TAGS = 100;
const MAX_URL_LENGTH = 2_000;

const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value);
const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value);
/** Without NUL, which PostgreSQL cannot store. */
const textOrEmpty = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
/** Browsers submit textarea lines with CRLF. */
const normalizeLineEnds = (text: string) => text.replace(/\r\n?/g, '\n');

const isVisible = (text: string) => !isBlank(text);

const toOneLine = (text: string) => text.replace(/\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g, ' ').trim();

function line(required: string, limit: number) {
  const tooLong = `${required.split(' ')[0]} is limited to ${limit} characters`;
  const oneLine = z.string().transform(toOneLine);
  return z
    .preprocess(textOrEmpty, oneLine.pipe(z.string().refine(isVisible, required).max(limit, tooLong)))
    .prefault('');
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Names in order; blank ones are left out. */
const Coauthors = z
  .preprocess(
    (value) => (Array.isArray(value) ? value.map(textOrEmpty).map(toOneLine).filter(isVisible) : []),
    z
      .array(z.string().max(AUTHOR_LIMIT, `The name of a co-author is limited to ${AUTHOR_LIMIT} characters`))
      .max(COAUTHORS_LIMIT, `An article can have at most ${COAUTHORS_LIMIT} co-authors`),
  )
  .refine(
    (names) => new Set(names.map((name) => name.toLowerCase())).size === names.length,
    'Enter each co-author only once',
  )
  .prefault([]);

const ImageAddress = z
  .string()
  .trim()
  .max(MAX_URL_LENGTH, 'Image URL is too long')
  .refine(isImageAddress, 'Image URL must start with http:// or https://');

const ArticleShape = z.object({
  title: line('Title is required', TITLE_LIMIT),
  /** Normalized by the slug rule; empty to generate it from the title. */
  slug: z
    .preprocess(
      textOrEmpty,
      z
        .string()
        .transform(toSlug)
        .pipe(z.string().max(SLUG_LIMIT, `URL Slug is limited to ${SLUG_LIMIT} characters`)),
    )
    .prefault(''),
  /** Plain text; empty to generate it from the content. */
  summary: z
    .preprocess(
      textOrEmpty,
      z
        .string()
        .transform(htmlToText)
        .pipe(z.string().max(SUMMARY_LIMIT, `Summary is limited to ${SUMMARY_LIMIT} characters`)),
    )
    .prefault(''),
  content: z.preprocess(textOrEmpty, z.string().transform(normalizeLineEnds)).prefault(''),
  author: line('Author is required', AUTHOR_LIMIT),
  /** The names of the authors after the first. */
  coauthors: Coauthors,
  readTime: z.unknown().optional().transform(toReadTime),
  categoryId: z.preprocess(emptyToNull, z.uuid('Choose a category').nullable()).prefault(null),
  /** Missing: an existing article keeps its status, a new one is published. */
  status: z.preprocess(emptyToUndefined, z.enum(ARTICLE_STATUSES, 'Choose a status').optional()).optional(),
  isFeatured: z.boolean().default(false),
  isPopular: z.boolean().default(false),
  membersOnly: z.boolean().default(false),
  tagIds: z
    .array(z.uuid('Choose tags from the list'))
    .max(MAX_TAGS, `An article can have at most ${MAX_TAGS} tags`)
    .default([]),
  imageUrl: z.preprocess(emptyToNull, ImageAddress.nullable()).prefault(null),
  imageAlt: z
    .preprocess(textOrEmpty, z.string().trim().max(500, 'Image description is too long'))
    .prefault(''),
  /** Only drafts can be scheduled; ignored for other statuses. */
  publishAt: z
    .preprocess(emptyToNull, z.coerce.date('Publish at is not a valid date').nullable())
    .prefault(null),
  /** For an article that is already published: keep its publish date. */
  keepPublishDate: z.boolean().default(false),
  ...SeoInput.shape,
});
export const ArticleInput = ArticleShape.refine(
  ({ author, coauthors }) => !coauthors.some((name) => isSameName(name, author)),
  { path: ['coauthors'], message: 'The author can’t also be a co-author' },
);
export type ArticleInput = z.infer<typeof ArticleInput>;

/** Sanitized HTML within the stored limit. */
export const ArticleContent = z.object({
  content: z.string().max(CONTENT_LIMIT, 'This is too long for one article. Split it into several'),
});
