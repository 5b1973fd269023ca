// The editor's form in the browser: read as fields, and compared.
import type { EditorFields } from '~/features/articles/editor-fields';
import { firstTextOf } from '~/http/early-words';
import { findMovedPictures, PICTURES_MOVED } from '~/ui/rich-text/moved-pictures';

/** What the form holds now. The file field is left out: a browser gives no file back to a page. */
export function readFields(form: HTMLFormElement): EditorFields {
  const data = new FormData(form);
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

/**
 * After a save: fields that nobody touched since they were sent take what the server made of them (a tidied slug, say).
 * The text itself stays, with its cursor; pictures that were fetched are now the stored ones.
 */
export function takeOver(form: HTMLFormElement, sent: EditorFields, stored: EditorFields): void {
  for (const name of ['title', 'slug', 'summary', 'author', 'readTime', 'imageUrl', 'publishAt'] as const) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (field.value === sent[name]) field.value = stored[name];
  }
  const moved = findMovedPictures(sent.content, stored.content);
  const text = form.elements.namedItem('content');
  if (moved.size > 0 && text instanceof HTMLTextAreaElement)
    text.dispatchEvent(new CustomEvent(PICTURES_MOVED, { detail: moved }));
}
