// The reader's recent searches, stored on the device only.
import { useEffect, useState } from 'react';
import { SEARCH_MIN_LENGTH } from '~/features/search/search-query';

const KEY = 'recent-searches';
const MOST = 8;

export interface RecentSearches {
  /** The newest first. */
  list: readonly string[];
  remember(text: string): void;
  forget(text: string): void;
  clear(): void;
}

export function useRecentSearches(): RecentSearches {
  const [list, setList] = useState(readStored);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === KEY || key === null) setList(readStored());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const store = (next: string[]) => {
    setList(next);
    try {
      if (next.length > 0) localStorage.setItem(KEY, JSON.stringify(next));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is full or not allowed: the list lasts as long as the page.
    }
  };
  return {
    list,
    remember: (text) => store(withSearch(list, text)),
    forget: (text) => store(list.filter((one) => one !== text)),
    clear: () => store([]),
  };
}

/** The list with a search at its beginning; without it elsewhere, ignoring case. */
export function withSearch(list: readonly string[], text: string): string[] {
  const added = text.trim().replace(/\s+/g, ' ');
  if (added.length < SEARCH_MIN_LENGTH) return [...list];
  const others = list.filter((one) => one.toLowerCase() !== added.toLowerCase());
  return [added, ...others].slice(0, MOST);
}

/** Reads a stored list; an empty one if it is missing or not a list of texts. */
export function parseSearches(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.filter((one): one is string => typeof one === 'string').slice(0, MOST);
  } catch {
    return [];
  }
}

function readStored(): string[] {
  try {
    return parseSearches(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}
