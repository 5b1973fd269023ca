// Words of a page that were typed and not saved, kept by this browser: a tab that dies takes nothing along.
import type { EditedPage, PageFields } from '~/features/pages/page-view';

export interface PageCopy {
  fields: PageFields;
  /** The one that the typing started from; 0 for a new page. */
  version: number;
  /** Sent to be saved. Unless that was refused, a page of a later version has these words. */
  isSent: boolean;
  /** ISO 8601. */
  savedAt: string;
}

const keyOf = ({ id, version }: EditedPage) => `page-copy:${version === 0 ? 'new' : id}`;
const NEW = 'page-copy:new';
const FIELDS = ['title', 'slug', 'summary', 'content'] as const;

export function readPageFields(form: HTMLFormElement): PageFields {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELDS.map((name) => [name, String(data.get(name) ?? '')]),
  ) as unknown as PageFields;
}

export function isSamePage(a: PageFields, b: PageFields): boolean {
  return FIELDS.every((name) => a[name] === b[name]);
}

export function keepPage(page: EditedPage, fields: PageFields, isSent: boolean): void {
  const copy: PageCopy = { fields, version: page.version, isSent, savedAt: new Date().toISOString() };
  try {
    localStorage.setItem(keyOf(page), JSON.stringify(copy));
  } catch {
    // The browser keeps nothing: forbidden, or full.
  }
}

export function forgetPage(page: EditedPage): void {
  try {
    localStorage.removeItem(keyOf(page));
  } catch {
    // Nothing was kept then.
  }
}

/** What was typed and never saved. What was saved since is forgotten. */
export function findPageCopy(page: EditedPage): PageCopy | null {
  try {
    const created = parse(localStorage.getItem(NEW));
    if (page.version > 0 && created?.isSent && created.fields.title.trim() === page.title)
      localStorage.removeItem(NEW);
    const copy = parse(localStorage.getItem(keyOf(page)));
    if (!copy || (!(copy.isSent && copy.version < page.version) && !isSamePage(copy.fields, page)))
      return copy;
    forgetPage(page);
  } catch {
    // Nothing can be read, or it is none of ours.
  }
  return null;
}

function parse(text: string | null): PageCopy | null {
  const copy = text ? (JSON.parse(text) as Partial<PageCopy>) : null;
  const isWhole =
    copy?.fields && FIELDS.every((name) => typeof copy.fields?.[name] === 'string') && copy.savedAt;
  return isWhole ? ({ version: 0, isSent: false, ...copy } as PageCopy) : null;
}
