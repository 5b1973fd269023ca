// Copies of unsaved articles in localStorage, one per tab, for when the server is unavailable or the session
// has ended.
import type { EditorFields } from '~/features/articles/editor/editor-fields';
import { newCopyId } from '../unsaved/tab-locks';

export interface LocalCopy {
  /** The tab's copy id. */
  copyId: string;
  /** The article's id, even if the article is not saved yet. */
  id: string;
  /** The account that typed the text. */
  owner: string;
  /** The version that this edit started from; 0 for a new article. */
  version: number;
  fields: EditorFields;
  /** ISO 8601. */
  savedAt: string;
}

const PREFIX = 'article-copy:';

/** Returns false when localStorage is blocked or full. */
export function keepLocally({ copyId, ...copy }: Omit<LocalCopy, 'savedAt'>): boolean {
  try {
    localStorage.setItem(PREFIX + copyId, JSON.stringify({ ...copy, savedAt: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param seenAt deletes the copy only if it still has this `savedAt`, so that another tab's newer text stays
 */
export function deleteLocalCopy(copyId: string, seenAt?: string): void {
  try {
    const stored = seenAt && parse(PREFIX + copyId);
    if (!stored || stored.savedAt === seenAt) localStorage.removeItem(PREFIX + copyId);
  } catch {
    // localStorage is blocked.
  }
}

/**
 * Moves the tab's copy to a new id if it differs from the submitted text, so that it survives the end of the
 * conflict.
 */
export function preserveLocally(copyId: string, sent: EditorFields): void {
  try {
    const stored = parse(PREFIX + copyId);
    if (!stored || asSent(stored.fields) === asSent(sent)) return;
    // Delete first: localStorage may not have space for both.
    deleteLocalCopy(copyId);
    if (!keepLocally({ ...stored, copyId: newCopyId() })) keepLocally(stored);
  } catch {
    // localStorage is blocked.
  }
}

/** Form submission turns line breaks into CRLF. */
const asSent = (fields: EditorFields) => JSON.stringify(fields).replaceAll('\\r\\n', '\\n');

/** An account's copies of one article, or of all new articles (`null`), newest first. */
export function findLocally(owner: string, id: string | null): LocalCopy[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => parse(key) ?? [])
      .filter((copy) => copy.owner === owner)
      .filter((copy) => (id === null ? copy.version === 0 : copy.id === id))
      .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
  } catch {
    return [];
  }
}

function parse(key: string): LocalCopy | null {
  const copy: Partial<LocalCopy> | null = JSON.parse(localStorage.getItem(key) ?? 'null');
  const { id, owner, version = 0, fields, savedAt } = copy ?? {};
  if (!id || owner === undefined || !fields || !savedAt) return null;
  return { id, owner, version, fields, savedAt, copyId: key.slice(PREFIX.length) };
}
