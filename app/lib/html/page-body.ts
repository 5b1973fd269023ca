// Prepares stored HTML for a public page. The result is never stored.
import { labelCallouts, linkPlayers } from './article-blocks';
import { linkDynamicBlocks } from './dynamic-blocks';
import { numberFootnotes } from './footnotes';

/** The starts of what `toPageBody` changes: most articles have none of it, and one pass tells. */
const CHANGED = /<(?:table|pre|\/?h1|video|audio|sup class|div class="callout|figure data-block)/;

/**
 * Callouts get their labels, and players get the link that is shown in print. Wide tables and code blocks
 * scroll in containers that are reachable by keyboard. h1 becomes h2, because the page's title is the h1.
 * Dynamic blocks that were not filled in become links. Footnotes are numbered and listed at the end.
 * @param before the part of the article that the page already shows
 */
export function toPageBody(html: string, before = ''): string {
  if (!before && !CHANGED.test(html)) return html;
  return numberFootnotes(linkPlayers(labelCallouts(linkDynamicBlocks(html))), before)
    .replaceAll('<table>', '<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<(\/?)h1(?=[\s>])/g, '<$1h2');
}
