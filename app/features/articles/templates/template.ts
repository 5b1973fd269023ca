// Article templates: what new articles can start from.
import { z } from 'zod';
import { isBlank } from '~/lib/text';
import { EditorFields, EMPTY_FIELDS, NOT_COPIED } from '../editor/editor-fields';

export const TEMPLATE_NAME_LIMIT = 100;
/** Simultaneous requests can exceed the limit by a few; every list shows them all. */
export const TEMPLATES_LIMIT = 100;

/** A template as the admin lists it. */
export interface TemplateRow {
  id: string;
  name: string;
  /** Null for deleted accounts and for rows of archives. */
  createdBy: string | null;
  /** Name of that account. */
  madeBy: string | null;
  createdAt: Date;
  /** Changes with every save; used to detect conflicting edits. */
  version: string;
}

export const TemplateInput = z.object({
  name: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : ''),
    z
      .string()
      .refine((name) => !isBlank(name), 'Name is required')
      .max(TEMPLATE_NAME_LIMIT, `Name is limited to ${TEMPLATE_NAME_LIMIT} characters`),
  ),
});

/** Categories, tags and authors that still exist; a template may name deleted ones. */
interface Existing {
  categories: readonly { id: string }[];
  tags: readonly { id: string }[];
  /** Names of existing authors; must include those that the template names. */
  authors: readonly string[];
}

/**
 * The fields of a new article. Categories, tags and authors that no longer exist are left out.
 * @param stored as the database returned it
 */
export function toTemplateFields(stored: unknown, { categories, tags, authors }: Existing): EditorFields {
  const fields = EditorFields.catch(EMPTY_FIELDS).parse(stored);
  const has = (list: readonly { id: string }[], wanted: string) => list.some(({ id }) => id === wanted);
  return {
    ...fields,
    ...NOT_COPIED,
    categoryId: has(categories, fields.categoryId) ? fields.categoryId : '',
    tagIds: fields.tagIds.filter((id) => has(tags, id)),
    author: authors.includes(fields.author) ? fields.author : '',
    coauthors: fields.coauthors.filter((name) => authors.includes(name)),
  };
}

/**
 * The fields that an author starts with: their own name, and no options that only editors set.
 * @param byline the author's name
 */
export function forAuthor(fields: EditorFields, byline: string): EditorFields {
  const others = fields.coauthors.filter((name) => name.toLowerCase() !== byline.toLowerCase());
  return { ...fields, author: byline, coauthors: others, membersOnly: false, hideFromSearch: '' };
}
