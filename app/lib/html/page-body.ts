// Prepares stored HTML for a public page. The result is never stored.
import { labelCallouts, linkPlayers } from './article-blocks';

/**
 * Callouts get their labels, players the link that print shows. Wide tables and code blocks scroll in containers that are reachable by keyboard, and h1 becomes h2, because
 * the page's title is the h1.
 */
export function toPageBody(html: string): string {
  return linkPlayers(labelCallouts(html))
    .replaceAll('<table>', '<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<(\/?)h1(?=[\s>])/g, '<$1h2');
}
