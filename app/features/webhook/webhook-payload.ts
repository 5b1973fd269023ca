// What an automation may post (specification, section 3), as forgiving as automation tools need it: they send numbers
// and switches as texts, and leave fields empty.
import { z } from 'zod';
import { AUTHOR_LIMIT, SUMMARY_LIMIT, TITLE_LIMIT } from '~/features/articles/article';
import { CATEGORY_NAME_LIMIT } from '~/features/categories/category-input';
import { htmlToText } from '~/lib/clean-html';
import { isBlank } from '~/lib/is-blank';
import { isPictureAddress } from '~/lib/picture-address';

const YES = ['true', 'yes', 'on', '1'] as const;
const NO = ['false', 'no', 'off', '0', ''] as const;
const LONGEST_ADDRESS = 2_000;

const wrongType = (field: string, kind: string) => `${field} should be ${kind}`;
/** Without what PostgreSQL cannot store: NUL, and halves of characters. */
const toText = (value: string | number | null | undefined) =>
  String(value ?? '')
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
const toLine = (value: string | number | null | undefined) => toText(value).replace(/\s+/g, ' ').trim();

const Words = (field: string) =>
  z.union([z.string(), z.number(), z.null()], { error: wrongType(field, 'a text') }).optional();

function requiredLine(field: string, limit: number) {
  return Words(field)
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
      if (YES.some((yes) => yes === word)) return true;
      if (!NO.some((no) => no === word)) addIssue(message);
      return false;
    });
}

const PictureAddress = z
  .string()
  .max(LONGEST_ADDRESS, 'image_url is too long')
  .refine(
    (address) => address === '' || isPictureAddress(address),
    'image_url should start with http:// or https://',
  );

/** Whether a reader would find anything in it. */
function hasContent(html: string): boolean {
  return /<(?:img|iframe|video|hr)\b/i.test(html) || htmlToText(html) !== '';
}

/** Fields it does not know are left out. */
export const WebhookPayload = z.object({
  title: requiredLine('title', TITLE_LIMIT).meta({ description: `Up to ${TITLE_LIMIT} characters.` }),
  content: Words('content')
    .transform(toText)
    .pipe(z.string().refine(hasContent, 'content is required'))
    .prefault(null)
    .meta({
      description:
        'HTML. It is cleaned; pictures that stand in it as base64 are stored with the magazine. The first of them is the article’s picture when image_url is empty.',
    }),
  author: requiredLine('author', AUTHOR_LIMIT).meta({ description: `Up to ${AUTHOR_LIMIT} characters.` }),
  summary: Words('summary')
    .transform(toText)
    .transform(htmlToText)
    .pipe(z.string().max(SUMMARY_LIMIT, `summary is limited to ${SUMMARY_LIMIT} characters`))
    .meta({ description: 'Plain text. An empty one is made of the content’s first 160 characters.' }),
  category: Words('category')
    .transform(toLine)
    .pipe(z.string().max(CATEGORY_NAME_LIMIT, `category is limited to ${CATEGORY_NAME_LIMIT} characters`))
    .meta({ description: 'A category’s name, its case ignored. Empty for none.' }),
  image_url: z
    .union([z.string(), z.null()], { error: wrongType('image_url', 'an address') })
    .optional()
    .transform(toLine)
    .pipe(PictureAddress)
    .meta({
      description: 'The address of a picture, up to 5 MB. It is fetched and stored with the magazine.',
    }),
  read_time: z
    .unknown()
    .optional()
    .meta({ description: 'Minutes, at least 1; 5 for what is no number.', examples: [5, '7'] }),
  is_featured: flag('is_featured').meta({ description: 'true or false, also as a text. Default: false.' }),
  is_popular: flag('is_popular').meta({ description: 'true or false, also as a text. Default: false.' }),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** For `ArticleInput`. Without a status the article is published. */
export function toArticleInput(payload: WebhookPayload, categoryId: string | null): Record<string, unknown> {
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

/** A field of an article as the payload calls it. */
export function toPayloadField(field: string): string {
  return FIELDS[field] ?? field;
}
