// Finds articles for the command palette and for links, and calls to action for texts. Uses a plain fetch, so that a failure never affects the
// page and its unsaved text.
import { type ArticleChoice, statusLabel } from '~/features/articles/list/article-list-view';
import type { CtaChoice } from '~/features/ctas/cta';
import { readOwnJson } from '~/lib/own-json';
import type { FindLinks } from '~/ui/rich-text/tools/typed-link';

/** The articles that the person may open. Returns null when the search fails. */
export const findOwnChoices = (search: string, signal: AbortSignal) => fetchChoices({ search }, signal);

/** The articles that the person may open, and all published ones. */
const findLinkChoices = (search: string, signal: AbortSignal) =>
  fetchChoices({ search, for: 'links' }, signal);

/** Active calls to action whose title contains the text, newest first. */
const findActiveCtas: FindLinks = async (text, signal) => {
  const wanted = text.toLowerCase();
  return (
    (await fetchChoices<CtaChoice>({ for: 'ctas' }, signal))
      ?.filter(({ title }) => title.toLowerCase().includes(wanted))
      .map(({ id, title, buttonLink }) => ({ id, title, href: buttonLink, note: '' })) ?? null
  );
};

/** Articles to link to. */
export const findArticleLinks: FindLinks = async (text, signal) =>
  (await findLinkChoices(text, signal))?.map(({ id, title, slug, status }) => ({
    id,
    title,
    href: `/article/${slug}`,
    note: status === 'published' ? '' : statusLabel(status),
  })) ?? null;

/** What the blocks of a text can show. */
export const findTargets = { article: findArticleLinks, cta: findActiveCtas };

async function fetchChoices<Choice = ArticleChoice>(
  parameters: Record<string, string>,
  signal: AbortSignal,
): Promise<Choice[] | null> {
  // An expired session redirects to the sign-in page.
  const answer = await fetch(`/admin/articles/choices?${new URLSearchParams(parameters)}`, {
    redirect: 'manual',
    signal,
  });
  return answer.ok ? readOwnJson<Choice[]>(answer) : null;
}
