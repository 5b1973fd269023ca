// Finds articles for the command palette and for links. Uses a plain fetch, so that a failure never affects the
// page and its unsaved text.
import type { ArticleChoice } from '~/features/articles/list/article-list-view';
import { readOwnJson } from '~/lib/own-json';

/** The articles that the person may open. Returns null when the search fails. */
export const findOwnChoices = (search: string, signal: AbortSignal) => fetchChoices({ search }, signal);

/** These, and all published articles. */
export const findLinkChoices = (search: string, signal: AbortSignal) =>
  fetchChoices({ search, for: 'links' }, signal);

async function fetchChoices(
  parameters: Record<string, string>,
  signal: AbortSignal,
): Promise<ArticleChoice[] | null> {
  // An expired session redirects to the sign-in page.
  const answer = await fetch(`/admin/articles/choices?${new URLSearchParams(parameters)}`, {
    redirect: 'manual',
    signal,
  });
  return answer.ok ? readOwnJson<ArticleChoice[]>(answer) : null;
}
