// Copies of unsaved pages in localStorage, one per tab, so that closing a tab does not lose its text.
import type { EditedPage, PageFields } from '~/features/pages/page-view';
import { readSeoFields, SEO_FIELDS } from '~/features/seo/seo';

export interface PageCopy {
  /** The tab's copy id. */
  copyId: string;
  /** The page's id, even if the page is not saved yet. */
  id: string;
  /** The account that typed the text. */
  owner: string;
  /** The version that this edit started from; 0 for a new page. */
  version: number;
  fields: PageFields;
  /** The form was submitted with this text. */
  isSent: boolean;
  /** ISO 8601. */
  savedAt: string;
}

const PREFIX = 'page-copy:';
const TEXTS = ['title', 'slug', 'summary', 'content'] as const;
const FIELDS = [...TEXTS, ...SEO_FIELDS];

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

export function keepPage({ copyId, ...copy }: Omit<PageCopy, 'savedAt'>): void {
  try {
    localStorage.setItem(PREFIX + copyId, JSON.stringify({ ...copy, savedAt: new Date().toISOString() }));
  } catch {
    // localStorage is blocked or full.
  }
}

/**
 * @param seenAt deletes the copy only if it still has this `savedAt`, so that another tab's newer text stays
 */
export function deletePageCopy(copyId: string, seenAt?: string): void {
  try {
    const stored = seenAt && parse(PREFIX + copyId);
    if (!stored || stored.savedAt === seenAt) localStorage.removeItem(PREFIX + copyId);
  } catch {
    // localStorage is blocked.
  }
}

/**
 * An account's unsaved copies of a page, or for a new page those of all new pages; newest first. Deletes copies that are
 * saved: equal to the stored page, or submitted and followed by a newer version.
 */
export function findPageCopies(owner: string, page: EditedPage, copyId: string): PageCopy[] {
  try {
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(key) ?? [])
      .filter((copy) => copy.owner === owner)
      .filter((copy) => (page.version === 0 ? copy.version === 0 : copy.id === page.id));
    const isStored = (copy: PageCopy) =>
      isSamePage(copy.fields, page) ||
      (copy.isSent && copy.version < page.version && (copy.version === 0 || copy.copyId === copyId));
    for (const copy of copies.filter(isStored)) deletePageCopy(copy.copyId);
    return copies
      .filter((copy) => !isStored(copy) && copy.copyId !== copyId)
      .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
  } catch {
    return [];
  }
}

function parse(key: string): PageCopy | null {
  const copy: Partial<PageCopy> | null = JSON.parse(localStorage.getItem(key) ?? 'null');
  const copyId = key.slice(PREFIX.length);
  // Older builds used the page's id as the key.
  const { id = copyId, owner, version = 0, isSent = false, fields, savedAt } = copy ?? {};
  const isWhole = fields && TEXTS.every((name) => typeof fields[name] === 'string');
  if (!isWhole || owner === undefined || !savedAt) return null;
  // Copies of older builds have no search and social fields.
  const whole = { ...fields, ...readSeoFields((field) => fields[field]) };
  return { id, owner, version, isSent, fields: whole, savedAt, copyId };
}
