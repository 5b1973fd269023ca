// Identifies the account that owns a copy of unsaved text in this browser, so that no other account is offered it.
import { createContext, type ReactNode, useCallback, useContext, useEffect } from 'react';

const OwnerContext = createContext<string | null>(null);

/** Stored so that text typed after the session ended still belongs to the person who typed it. */
const LAST_OWNER = 'draft-owner';
const PREFIXES = ['article-copy:', 'page-copy:'];
/** How long this browser keeps other accounts' copies, in case they sign in again. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

interface CopyOwnerProps {
  /** Null when the account is unknown: a form was returned during an outage or after the session ended. */
  userId: string | null;
  children: ReactNode;
}

/** Names the account that copies belong to, and deletes old copies of other accounts. */
export function CopyOwner({ userId, children }: CopyOwnerProps) {
  useEffect(() => {
    if (userId) rememberOwner(userId);
  }, [userId]);
  return <OwnerContext.Provider value={userId}>{children}</OwnerContext.Provider>;
}

/** Returns the account that copies belong to: the signed-in one, otherwise the last one in this browser. */
export function useCopyOwner(): () => string {
  const userId = useContext(OwnerContext);
  return useCallback(() => userId ?? readLastOwner(), [userId]);
}

function readLastOwner(): string {
  try {
    return localStorage.getItem(LAST_OWNER) ?? '';
  } catch {
    return '';
  }
}

/** Records the signed-in account, and deletes old copies of other accounts. */
export function rememberOwner(userId: string): void {
  try {
    const copies = Object.keys(localStorage).filter((key) =>
      PREFIXES.some((prefix) => key.startsWith(prefix)),
    );
    for (const key of copies) if (isExpired(key, userId)) localStorage.removeItem(key);
    // Last: a full localStorage refuses it.
    localStorage.setItem(LAST_OWNER, userId);
  } catch {
    // localStorage is blocked or full.
  }
}

function isExpired(key: string, userId: string): boolean {
  const copy = readCopy(key);
  return copy?.owner !== userId && !(Date.parse(copy?.savedAt ?? '') > Date.now() - KEPT_MS);
}

/** Null for a damaged copy. */
function readCopy(key: string): { owner?: string; savedAt?: string } | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
