// The editor's form in the browser: read as fields, and compared.
import type { EditorFields } from '~/features/articles/editor-fields';
import { firstTextOf } from '~/http/early-words';

/** What the form holds now. The file field is left out: a browser gives no file back to a page. */
export const readFields = (form: HTMLFormElement): EditorFields => fieldsIn(new FormData(form));

/** The same of what was sent. */
export function fieldsIn(data: FormData): EditorFields {
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    title: text('title'),
    slug: text('slug'),
    summary: text('summary'),
    content: text('content'),
    author: text('author'),
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
  };
}

/** What the form came with, whatever was typed into it before its scripts came. */
export function readFirstFields(form: HTMLFormElement): EditorFields {
  const untouched = form.cloneNode(true) as HTMLFormElement;
  untouched.reset();
  const areas = form.querySelectorAll('textarea');
  for (const [at, area] of untouched.querySelectorAll('textarea').entries())
    area.value = firstTextOf(areas[at] as HTMLTextAreaElement);
  return readFields(untouched);
}

export function isSame(a: EditorFields, b: EditorFields): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Those that the server tidies up. */
export const TIDIED = ['title', 'slug', 'summary', 'author', 'readTime', 'imageUrl', 'publishAt'] as const;
