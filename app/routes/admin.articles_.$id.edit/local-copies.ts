// Words that this browser keeps while the server is away, or the session ended: a copy for each tab.
import type { EditorFields } from '~/features/articles/editor-fields';
import { newCopyId } from '../admin/living-tabs';

export interface LocalCopy {
  /** Of the tab that they were typed in. */
  copyId: string;
  /** The article's id, or the one that a new article will have. */
  id: string;
  /** The version that the typing started from; 0 for a new article. */
  version: number;
  fields: EditorFields;
  /** ISO 8601. */
  savedAt: string;
}

const PREFIX = 'article-copy:';

/** False when the browser keeps nothing (forbidden, or full). */
export function keepLocally({ copyId, ...copy }: Omit<LocalCopy, 'savedAt'>): boolean {
  try {
    localStorage.setItem(PREFIX + copyId, JSON.stringify({ ...copy, savedAt: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

/** @param seenAt when the copy was kept that is meant; one that another tab has changed since stays */
export function forgetLocally(copyId: string, seenAt?: string): void {
  try {
    const kept = seenAt && parse(PREFIX + copyId);
    if (!kept || kept.savedAt === seenAt) localStorage.removeItem(PREFIX + copyId);
  } catch {
    // Nothing was kept then.
  }
}

/** A copy that says something else than what was sent becomes one of its own: whatever is done about that, it stays. */
export function setAsideLocally(copyId: string, sent: EditorFields): void {
  try {
    const kept = parse(PREFIX + copyId);
    if (!kept || asSent(kept.fields) === asSent(sent)) return;
    // There may be no room for it twice.
    forgetLocally(copyId);
    if (!keepLocally({ ...kept, copyId: newCopyId() })) keepLocally(kept);
  } catch {
    // Nothing was kept then.
  }
}

/** Lines end in another way once they were sent. */
const asSent = (fields: EditorFields) => JSON.stringify(fields).replaceAll('\\r\\n', '\\n');

/** Copies of an article, or of any new one (`null`), newest first. */
export function findLocally(id: string | null): LocalCopy[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(key) ?? [])
      .filter((copy) => (id === null ? copy.version === 0 : copy.id === id))
      .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
  } catch {
    return [];
  }
}

function parse(key: string): LocalCopy | null {
  const copy = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<LocalCopy> | null;
  if (!copy?.id || !copy.fields || !copy.savedAt) return null;
  return { version: 0, ...copy, copyId: key.slice(PREFIX.length) } as LocalCopy;
}
