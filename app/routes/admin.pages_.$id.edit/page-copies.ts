// Words of a page that were typed and not saved, kept by this browser, a copy for each tab: one that dies takes nothing
// along.
import type { EditedPage, PageFields } from '~/features/pages/page-view';

export interface PageCopy {
  /** Of the tab that they were typed in. */
  copyId: string;
  /** The page's id, or the one that a new page will have. */
  id: string;
  /** The one that the typing started from; 0 for a new page. */
  version: number;
  fields: PageFields;
  /** Sent to be saved. */
  isSent: boolean;
  /** ISO 8601. */
  savedAt: string;
}

const PREFIX = 'page-copy:';
const FIELDS = ['title', 'slug', 'summary', 'content'] as const;

export const readPageFields = (form: HTMLFormElement): PageFields => pageFieldsIn(new FormData(form));

export function pageFieldsIn(data: FormData): PageFields {
  return Object.fromEntries(
    FIELDS.map((name) => [name, String(data.get(name) ?? '')]),
  ) as unknown as PageFields;
}

export function isSamePage(a: PageFields, b: PageFields): boolean {
  return FIELDS.every((name) => a[name] === b[name]);
}

export function keepPage({ copyId, ...copy }: Omit<PageCopy, 'savedAt'>): void {
  try {
    localStorage.setItem(PREFIX + copyId, JSON.stringify({ ...copy, savedAt: new Date().toISOString() }));
  } catch {
    // The browser keeps nothing: forbidden, or full.
  }
}

/** @param seenAt when the copy was kept that is meant; one that another tab has changed since stays */
export function forgetPage(copyId: string, seenAt?: string): void {
  try {
    const kept = seenAt && parse(PREFIX + copyId);
    if (!kept || kept.savedAt === seenAt) localStorage.removeItem(PREFIX + copyId);
  } catch {
    // Nothing was kept then.
  }
}

/**
 * What was typed and never saved, newest first: into this page, or for a new one into any new one. What is stored is
 * forgotten: it says the same, or is what this tab sent, or the page that was made of it is there.
 */
export function findPageCopies(page: EditedPage, copyId: string): PageCopy[] {
  try {
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(key) ?? [])
      .filter((copy) => (page.version === 0 ? copy.version === 0 : copy.id === page.id));
    const isStored = (copy: PageCopy) =>
      isSamePage(copy.fields, page) ||
      (copy.isSent && copy.version < page.version && (copy.version === 0 || copy.copyId === copyId));
    for (const copy of copies.filter(isStored)) forgetPage(copy.copyId);
    return copies
      .filter((copy) => !isStored(copy) && copy.copyId !== copyId)
      .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
  } catch {
    return [];
  }
}

function parse(key: string): PageCopy | null {
  const copy = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<PageCopy> | null;
  const isWhole = copy?.savedAt && FIELDS.every((name) => typeof copy.fields?.[name] === 'string');
  const copyId = key.slice(PREFIX.length);
  // Copies of an older build were kept by the page's id.
  return isWhole ? ({ id: copyId, version: 0, isSent: false, ...copy, copyId } as PageCopy) : null;
}
