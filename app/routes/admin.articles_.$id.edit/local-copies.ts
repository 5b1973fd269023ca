// Words that this browser keeps while the server is away, or the session ended.
import type { EditorFields } from '~/features/articles/editor-fields';

export interface LocalCopy {
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
export function keepLocally(copy: Omit<LocalCopy, 'savedAt'>): boolean {
  try {
    localStorage.setItem(
      PREFIX + copy.id,
      JSON.stringify({ ...copy, savedAt: new Date().toISOString() } satisfies LocalCopy),
    );
    return true;
  } catch {
    return false;
  }
}

export function forgetLocally(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Nothing was kept then.
  }
}

/** The copy of an article; for a new one (`null`) the newest of any new article. */
export function findLocally(id: string | null): LocalCopy | null {
  try {
    if (id !== null) return parse(localStorage.getItem(PREFIX + id));
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => parse(localStorage.getItem(key)))
      .filter((copy) => copy !== null && copy.version === 0) as LocalCopy[];
    return copies.sort((a, b) => b.savedAt.localeCompare(a.savedAt))[0] ?? null;
  } catch {
    return null;
  }
}

function parse(text: string | null): LocalCopy | null {
  const copy = text ? (JSON.parse(text) as Partial<LocalCopy>) : null;
  return copy?.id && copy.fields && copy.savedAt ? ({ version: 0, ...copy } as LocalCopy) : null;
}
