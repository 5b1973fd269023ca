// Copies of unsaved pages, so that closing a tab does not lose its text.
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { readSeoFields, SEO_FIELDS } from '~/features/seo/seo';
import { type LocalCopy, localCopies } from '../unsaved/local-copies';

export interface PageCopy extends LocalCopy<PageFields> {
  /** The form was submitted with this text. */
  isSent: boolean;
}

const TEXTS = ['title', 'slug', 'summary', 'content'] as const;
const FIELDS = [...TEXTS, ...SEO_FIELDS];
/** Fields that the server normalizes when it saves. */
export const NORMALIZED = FIELDS.filter((field) => field !== 'content' && field !== 'hideFromSearch');

export const readPageFields = (form: HTMLFormElement): PageFields => pageFieldsIn(new FormData(form));

export function pageFieldsIn(data: FormData): PageFields {
  const text = (name: (typeof FIELDS)[number]) => String(data.get(name) ?? '');
  return {
    ...{ title: text('title'), slug: text('slug'), summary: text('summary'), content: text('content') },
    ...readSeoFields((field) => text(field)),
  };
}

export function isSamePage(a: PageFields, b: PageFields): boolean {
  return FIELDS.every((name) => a[name] === b[name]);
}

export const pageCopies = localCopies<PageCopy>('page-copy:', (stored, copyId) => {
  // Older builds used the page's id as the key.
  const { id = copyId, owner, version = 0, isSent = false, fields, savedAt } = stored;
  const isWhole = fields && TEXTS.every((name) => typeof fields[name] === 'string');
  if (!isWhole || owner === undefined || typeof savedAt !== 'string') return null;
  // Copies of older builds have no search and social fields.
  const whole = { ...fields, ...readSeoFields((field) => fields[field]) };
  return { id, owner, version, isSent, fields: whole, savedAt, copyId };
});

/** Saves a tab's copy in place of the one that its form was restored from, which stays if there is no space. */
export function savePageCopy(copy: Omit<PageCopy, 'savedAt'>, restored: PageCopy | null): void {
  const stored = restored && pageCopies.get(restored.copyId);
  // Delete first: localStorage may not have space for both.
  if (restored) pageCopies.delete(restored.copyId, restored.savedAt);
  if (!pageCopies.save(copy) && stored) pageCopies.save(stored);
}

/**
 * An account's unsaved copies of a page, or for a new page those of all new pages; newest first. Deletes copies that are
 * saved: equal to the stored page, or submitted and followed by a newer version.
 */
export function findPageCopies(owner: string, page: EditedPage, copyId: string): PageCopy[] {
  const copies = pageCopies.find(owner, page.version === 0 ? null : page.id);
  const isStored = (copy: PageCopy) =>
    isSamePage(copy.fields, page) ||
    (copy.isSent && copy.version < page.version && (copy.version === 0 || copy.copyId === copyId));
  for (const copy of copies.filter(isStored)) pageCopies.delete(copy.copyId);
  return copies.filter((copy) => !isStored(copy) && copy.copyId !== copyId);
}
