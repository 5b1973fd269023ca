// Input schema of the inbound webhook (specification, section 3). Lenient, because automation tools send
// numbers and booleans as strings and leave fields empty.
import { z } from 'zod';
import { AUTHOR_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT } from '~/features/articles/article';
import { CATEGORY_NAME_LIMIT } from '~/features/categories/category-input';
import { htmlToText } from '~/lib/html/clean-html';
import { isImageAddress } from '~/lib/site-path';
import { isBlank } from '~/lib/text';

const TRUE_WORDS = ['true', 'yes', 'on', '1'] as const;
const FALSE_WORDS = ['false', 'no', 'off', '0', ''] as const;
const MAX_URL_LENGTH = 2_000;

const wrongType = (field: string, kind: string) => `${field} should be ${kind}`;
/** Removes what Postgres cannot store: U+0000 and lone surrogates. */
const toText = (value: string | number | null | undefined) =>
  String(value ?? '')
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
const toLine = (value: string | number | null | undefined) => toText(value).replace(/\s+/g, ' ').trim();

const Text = (field: string) =>
  z.union([z.string(), z.number(), z.null()], { error: wrongType(field, 'a string') }).optional();

function requiredLine(field: string, limit: number) {
  return Text(field)
    .transform(toLine)
    .pipe(
      z
        .string()
        .refine((text) => !isBlank(text), `${field} is required`)
        .max(limit, `${field} is limited to ${limit} characters`),
    )
    .prefault(null);
}

function flag(field: string) {
  const message = wrongType(field, 'true or false');
  return z
    .union([z.boolean(), z.number(), z.string(), z.null()], { error: message })
    .optional()
    .transform((value, { addIssue }): boolean => {
      const word = String(value ?? '')
        .trim()
        .toLowerCase();
      if (TRUE_WORDS.some((yes) => yes === word)) return true;
      if (!FALSE_WORDS.some((no) => no === word)) addIssue(message);
      return false;
    });
}

const ImageAddress = z
  .string()
  .max(MAX_URL_LENGTH, 'image_url is too long')
  .refine(
    (address) => address === '' || isImageAddress(address),
    'image_url should start with http:// or https://',
  );

/** Whether the HTML has visible content. */
function hasContent(html: string): boolean {
  return /<(?:img|iframe|video|hr)\b/i.test(html) || htmlToText(html) !== '';
}

/** Ignores unknown fields. */
export const WebhookPayload = z.object({
  title: requiredLine('title', TITLE_LIMIT).meta({ description: `Up to ${TITLE_LIMIT} characters.` }),
  content: Text('content')
    .transform(toText)
    .pipe(z.string().refine(hasContent, 'content is required'))
    .prefault(null)
    .meta({
      description:
        'HTML. It is cleaned, and images embedded as base64 are stored. The first of them becomes the article’s image if image_url is empty.',
    }),
  author: requiredLine('author', AUTHOR_LIMIT).meta({
    description: `Up to ${AUTHOR_LIMIT} characters. The name of an existing author is case-insensitive.`,
  }),
  summary: Text('summary')
    .transform(toText)
    .transform(htmlToText)
    .pipe(z.string().max(SUMMARY_LIMIT, `summary is limited to ${SUMMARY_LIMIT} characters`))
    .meta({ description: 'Plain text. Leave empty to use the first 160 characters of the content.' }),
  category: Text('category')
    .transform(toLine)
    // A name without visible characters is none: no category can have it.
    .transform((name) => (isBlank(name) ? '' : name))
    .pipe(z.string().max(CATEGORY_NAME_LIMIT, `category is limited to ${CATEGORY_NAME_LIMIT} characters`))
    .meta({
      description:
        'The name of a category, case-insensitive. Empty for none. A setting decides what happens to a name that does not exist: by default, the article is published without a category, and the response has a warning.',
    }),
  image_url: z
    .union([z.string(), z.null()], { error: wrongType('image_url', 'a URL') })
    .optional()
    .transform(toLine)
    .pipe(ImageAddress)
    .meta({
      description: 'The URL of an image up to 5 MB. It is downloaded and stored.',
    }),
  read_time: z
    .unknown()
    .optional()
    .meta({ description: 'Minutes, at least 1. Defaults to 5 if it is not a number.', examples: [5, '7'] }),
  is_featured: flag('is_featured').meta({ description: 'true or false, also as a string. Default: false.' }),
  is_popular: flag('is_popular').meta({ description: 'true or false, also as a string. Default: false.' }),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** For `ArticleInput`. Without a status the article is published. */
export function payloadToArticleInput(
  payload: WebhookPayload,
  categoryId: string | null,
): Record<string, unknown> {
  const { title, content, author, summary, image_url, read_time, is_featured, is_popular } = payload;
  return {
    title,
    content,
    author,
    summary,
    categoryId,
    imageUrl: image_url,
    readTime: read_time,
    isFeatured: is_featured,
    isPopular: is_popular,
  };
}

const FIELDS: Record<string, string> = {
  categoryId: 'category',
  imageUrl: 'image_url',
  readTime: 'read_time',
};

/** The payload's name for an article field. */
export function toPayloadField(field: string): string {
  return FIELDS[field] ?? field;
}
