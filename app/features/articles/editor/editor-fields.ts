// The fields of the editor form, as shown, autosaved and compared.
import { z } from 'zod';
import { forEachSeoField, toSeoFields } from '~/features/seo/seo';
import { fromZonedInput, toZonedInput } from '~/lib/time/zoned-time';
import { DEFAULT_READ_TIME } from '../article';
import type { ArticleSnapshot } from '../revisions/article-snapshot';

const text = z.string().default('');

/** All fields by form field name. The defaults fill in fields that drafts of older versions don't have. */
export const EditorFields = z.object({
  title: text,
  slug: text,
  summary: text,
  content: text,
  author: text,
  /** Names in order. */
  coauthors: z.array(z.string()).default([]),
  readTime: text,
  /** Empty for none. */
  categoryId: text,
  status: z.string().default('draft'),
  isFeatured: z.boolean().default(false),
  isPopular: z.boolean().default(false),
  membersOnly: z.boolean().default(false),
  tagIds: z.array(z.string()).default([]),
  imageUrl: text,
  imageAlt: text,
  /** Local time in the magazine's time zone: `2026-03-08T09:30`. */
  publishAt: text,
  keepPublishDate: z.boolean().default(false),
  ...forEachSeoField(() => text),
});
export type EditorFields = z.infer<typeof EditorFields>;

export const EMPTY_FIELDS: EditorFields = {
  ...EditorFields.parse({}),
  readTime: String(DEFAULT_READ_TIME),
};

/** Fields that duplicates and templates do not copy from an article. */
export const NOT_COPIED = {
  slug: '',
  canonicalUrl: '',
  status: 'draft',
  publishAt: '',
  keepPublishDate: false,
  isFeatured: false,
  isPopular: false,
} satisfies Partial<EditorFields>;

/** Converts an article to form fields. */
export function toEditorFields(article: ArticleSnapshot, timeZone: string): EditorFields {
  return {
    title: article.title,
    slug: article.slug,
    summary: article.summary,
    content: article.content,
    author: article.author,
    coauthors: article.coauthors ?? [],
    readTime: String(article.readTime),
    categoryId: article.categoryId ?? '',
    status: article.status,
    isFeatured: article.isFeatured,
    isPopular: article.isPopular,
    membersOnly: article.membersOnly ?? false,
    tagIds: article.tags.map((tag) => tag.id),
    imageUrl: article.imageUrl ?? '',
    imageAlt: article.imageAlt,
    publishAt: article.publishAt ? toZonedInput(new Date(article.publishAt), timeZone) : '',
    keepPublishDate: false,
    ...toSeoFields(article.seo),
  };
}

/**
 * Converts form fields to the input of `ArticleInput`. An invalid date becomes NaN, which `ArticleInput`
 * rejects.
 */
export function toArticleInput(fields: EditorFields, timeZone: string): Record<string, unknown> {
  const { publishAt, ...rest } = fields;
  return { ...rest, publishAt: publishAt && (fromZonedInput(publishAt, timeZone) ?? new Date(Number.NaN)) };
}
