// Reads the editor's form in the browser and compares its fields.
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { readSeoFields, SEO_FIELDS } from '~/features/seo/seo';
import { firstTextOf } from '~/http/document/early-input';
import { withoutBlanks } from '~/lib/text';

/** The form's current fields, without the file: a page cannot set a file input. */
export const readFields = (form: HTMLFormElement): EditorFields => fieldsIn(new FormData(form));

/** The same fields from submitted form data. */
export function fieldsIn(data: FormData): EditorFields {
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    title: text('title'),
    slug: text('slug'),
    summary: text('summary'),
    content: text('content'),
    author: text('author'),
    coauthors: withoutBlanks(data.getAll('coauthors').map(String)),
    readTime: text('readTime'),
    categoryId: text('categoryId'),
    status: text('status'),
    isFeatured: data.has('isFeatured'),
    isPopular: data.has('isPopular'),
    membersOnly: data.has('membersOnly'),
    tagIds: data.getAll('tagIds').map(String),
    imageUrl: text('imageUrl'),
    imageAlt: text('imageAlt'),
    publishAt: text('publishAt'),
    keepPublishDate: data.has('keepPublishDate'),
    ...readSeoFields(text),
  };
}

/** The fields as the server rendered them, without input from before hydration. */
export function readFirstFields(form: HTMLFormElement): EditorFields {
  const untouched = form.cloneNode(true);
  if (!(untouched instanceof HTMLFormElement)) return readFields(form);
  untouched.reset();
  const areas = form.querySelectorAll('textarea');
  for (const [at, copy] of untouched.querySelectorAll('textarea').entries()) {
    const area = areas[at];
    if (area) copy.value = firstTextOf(area);
  }
  return readFields(untouched);
}

export function isSame(a: EditorFields | null, b: EditorFields | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Fields that the server normalizes when it saves. */
export const TIDIED = [
  ...(['title', 'slug', 'summary', 'author', 'readTime', 'imageUrl', 'publishAt'] as const),
  ...SEO_FIELDS.filter((field) => field !== 'hideFromSearch'),
];
