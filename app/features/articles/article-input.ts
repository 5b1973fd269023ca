// What an article may say, whichever door it comes through.
import { z } from 'zod';
import { htmlToText } from '~/lib/clean-html';
import { isBlank } from '~/lib/is-blank';
import { isPictureAddress } from '~/lib/picture-address';
import { toSlug } from '~/lib/slug';
import { AUTHOR_LIMIT, CONTENT_LIMIT, SLUG_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT, toReadTime } from './article';
import { ARTICLE_STATUSES } from './article-status';

const MOST_TAGS = 100;
const LONGEST_ADDRESS = 2_000;

const nothingAsNull = (value: unknown) => (value === '' || value === undefined ? null : value);
const nothingAsMissing = (value: unknown) => (value === '' || value === null ? undefined : value);
/** Without the one character that PostgreSQL cannot store. */
const textOrNothing = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
/** Browsers send a textarea's lines with a carriage return. */
const withPlainLines = (text: string) => text.replace(/\r\n?/g, '\n');

const isVisible = (text: string) => !isBlank(text);

function line(required: string, limit: number) {
  const tooLong = `${required.split(' ')[0]} is limited to ${limit} characters`;
  const oneLine = z.string().transform((text) => text.replace(/\s*[\r\n]+\s*/g, ' ').trim());
  return z
    .preprocess(textOrNothing, oneLine.pipe(z.string().refine(isVisible, required).max(limit, tooLong)))
    .prefault('');
}

const PictureAddress = z
  .string()
  .trim()
  .max(LONGEST_ADDRESS, 'Image URL is too long')
  .refine(isPictureAddress, 'Image URL must start with http:// or https://');

export const ArticleInput = z.object({
  title: line('Title is required', TITLE_LIMIT),
  /** Tidied by the slug rule; empty for one made of the title. */
  slug: z
    .preprocess(
      textOrNothing,
      z
        .string()
        .transform(toSlug)
        .pipe(z.string().max(SLUG_LIMIT, `URL Slug is limited to ${SLUG_LIMIT} characters`)),
    )
    .prefault(''),
  /** Without HTML; empty for one made of the content. */
  summary: z
    .preprocess(
      textOrNothing,
      z
        .string()
        .transform(htmlToText)
        .pipe(z.string().max(SUMMARY_LIMIT, `Summary is limited to ${SUMMARY_LIMIT} characters`)),
    )
    .prefault(''),
  content: z.preprocess(textOrNothing, z.string().transform(withPlainLines)).prefault(''),
  author: line('Author is required', AUTHOR_LIMIT),
  readTime: z.unknown().optional().transform(toReadTime),
  categoryId: z.preprocess(nothingAsNull, z.uuid('Choose a category').nullable()).prefault(null),
  /** Missing: an article keeps the one it has, a new one is published. */
  status: z.preprocess(nothingAsMissing, z.enum(ARTICLE_STATUSES, 'Choose a status').optional()).optional(),
  isFeatured: z.boolean().default(false),
  isPopular: z.boolean().default(false),
  membersOnly: z.boolean().default(false),
  tagIds: z
    .array(z.uuid('Choose tags of the list'))
    .max(MOST_TAGS, `An article carries at most ${MOST_TAGS} tags`)
    .default([]),
  imageUrl: z.preprocess(nothingAsNull, PictureAddress.nullable()).prefault(null),
  imageAlt: z
    .preprocess(textOrNothing, z.string().trim().max(500, 'Image description is too long'))
    .prefault(''),
  /** Only a draft waits; other statuses forget it. */
  publishAt: z.preprocess(nothingAsNull, z.coerce.date('Publish at is no date').nullable()).prefault(null),
  /** For an article that is published already: the moment is not stamped anew. */
  keepPublishDate: z.boolean().default(false),
});
export type ArticleInput = z.infer<typeof ArticleInput>;

/** Clean HTML that is short enough to be stored. */
export const ArticleContent = z.object({
  content: z.string().max(CONTENT_LIMIT, 'This is too long for one article: divide it into several'),
});
