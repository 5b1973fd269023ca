// Finds articles for the command palette. Uses a plain fetch, so that a failure never affects the page and its
// unsaved text.
import { useEffect, useState } from 'react';
import type { ArticleChoice } from '~/features/articles/list/article-list-view';
import { readOwnJson } from '~/lib/own-json';

/** Debounce while typing. */
const DEBOUNCE_MS = 200;
const TIMEOUT_MS = 10_000;
const SHORTEST = 2;

interface ArticleChoices {
  articles: ArticleChoice[];
  isLoading: boolean;
  hasFailed: boolean;
}

const NONE: ArticleChoices = { articles: [], isLoading: false, hasFailed: false };

/** Articles for a text of at least two characters; none for a shorter one. */
export function useArticleChoices(text: string): ArticleChoices {
  const [choices, setChoices] = useState(NONE);
  const search = text.trim();
  useEffect(() => {
    if (search.length < SHORTEST) return setChoices(NONE);
    const control = new AbortController();
    let isOver = false;
    setChoices({ ...NONE, isLoading: true });
    const load = async () => {
      const timeout = setTimeout(() => control.abort(), TIMEOUT_MS);
      const found = await fetchChoices(search, control.signal).catch(() => null);
      clearTimeout(timeout);
      // A newer request replaced this one.
      if (!isOver) setChoices({ articles: found ?? [], isLoading: false, hasFailed: found === null });
    };
    const timer = setTimeout(load, DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      control.abort();
    };
  }, [search]);
  return choices;
}

async function fetchChoices(search: string, signal: AbortSignal): Promise<ArticleChoice[] | null> {
  // An expired session redirects to the sign-in page.
  const answer = await fetch(`/admin/articles/choices?${new URLSearchParams({ search })}`, {
    redirect: 'manual',
    signal,
  });
  return answer.ok ? readOwnJson<ArticleChoice[]>(answer) : null;
}
