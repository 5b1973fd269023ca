// Copies of unsaved text in localStorage, one per tab. If localStorage is blocked, nothing is stored or found.

export interface LocalCopy<Fields> {
  /** The tab's copy id. */
  copyId: string;
  /** The edited item's id, even if the item is not saved yet. */
  id: string;
  /** The account that typed the text. */
  owner: string;
  /** The version that this edit started from; 0 for a new item. */
  version: number;
  fields: Fields;
  /** ISO 8601. */
  savedAt: string;
}

interface LocalCopies<Copy> {
  /** Sets `savedAt`, unless the copy has one. Returns false when localStorage is blocked or full. */
  save(copy: Omit<Copy, 'savedAt'> & { savedAt?: string }): boolean;
  get(copyId: string): Copy | null;
  /**
   * @param seenAt deletes the copy only if it still has this `savedAt`, so that another tab's newer text stays
   */
  delete(copyId: string, seenAt?: string): void;
  /** An account's copies of one item, or of all new items (`null`), newest first. */
  find(owner: string, id: string | null): Copy[];
}

/**
 * @param prefix the beginning of every storage key
 * @param read returns null for a stored copy that is incomplete
 */
export function localCopies<Copy extends LocalCopy<unknown>>(
  prefix: string,
  read: (stored: Partial<Copy>, copyId: string) => Copy | null,
): LocalCopies<Copy> {
  const get = (copyId: string) =>
    orElse<Copy | null>(null, () => {
      const stored = localStorage.getItem(prefix + copyId);
      return stored === null ? null : read(JSON.parse(stored), copyId);
    });
  return {
    get,
    save({ copyId, ...copy }) {
      const stored = JSON.stringify({ savedAt: new Date().toISOString(), ...copy });
      return orElse(false, () => {
        localStorage.setItem(prefix + copyId, stored);
        return true;
      });
    },
    delete(copyId, seenAt) {
      if (seenAt && (get(copyId)?.savedAt ?? seenAt) !== seenAt) return;
      orElse(undefined, () => localStorage.removeItem(prefix + copyId));
    },
    find(owner, id) {
      return orElse<string[]>([], () => Object.keys(localStorage))
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => get(key.slice(prefix.length)) ?? [])
        .filter((copy) => copy.owner === owner)
        .filter((copy) => (id === null ? copy.version === 0 : copy.id === id))
        .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
    },
  };
}

/** `fallback` when localStorage is blocked or full, or when its content is damaged. */
function orElse<T>(fallback: T, access: () => T): T {
  try {
    return access();
  } catch {
    return fallback;
  }
}
