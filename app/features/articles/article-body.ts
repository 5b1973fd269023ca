// An article's stored HTML as its page shows it. Stored HTML is clean, so its tags have one spelling.
import { withoutForeignPictures } from '~/features/media/foreign-pictures';

/**
 * Wide tables and code scroll in boxes of their own that the keyboard can reach, and no heading competes with the
 * page's title. No picture comes from another site. What is shown is never stored.
 */
export function toPageBody(html: string): string {
  return withoutForeignPictures(html)
    .replaceAll('<table>', '<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(/<(\/?)h1(?=[\s>])/g, '<$1h2');
}
