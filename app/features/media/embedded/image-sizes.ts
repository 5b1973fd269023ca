// Lets browsers load copies of a text's images in the size in which they are shown.
import { focusClass } from '~/lib/focal-point';
import { FIGURE_WIDTHS, GALLERY } from '~/lib/html/article-blocks';
import { imageSource } from '../image-source';

const IMAGE = /(<img (?:[^<>]*\s)?)src="(\/[^"?#]+)(#focus=\d{1,3},\d{1,3})?"/;
/** Images of the file store, except GIFs, which may be animated. */
const HAS_COPIES = /^\/media\/.+\.(?:jpe?g|png|webp|avif)$/;
const PARTS = new RegExp(`<figure(?: class="([^"]*)")?>|(</figure>)|${IMAGE.source}`, 'g');

/** The text column is 36rem wide (`--measure`). */
const COLUMN = '(min-width: 40rem) 36rem, 100vw';
/** Wide figures reach no further than the page's column beside the list of articles (figures.css). */
const WIDE = '(min-width: 75rem) 50rem, (min-width: 60rem) 56rem, 100vw';
/** By the class of a figure: galleries have at least two columns. */
const SIZES: Readonly<Record<string, string>> = {
  [GALLERY]: '(min-width: 40rem) 18rem, 50vw',
  ...Object.fromEntries(Object.keys(FIGURE_WIDTHS).map((width) => [width, WIDE])),
};

/** Returns stored HTML with `srcset`, `sizes` and focal points for the images of the file store. */
export function withImageSizes(html: string): string {
  if (!html.includes('<img ')) return html;
  // The open figures, outermost first: images of a gallery are figures in a figure.
  const open: string[] = [];
  return html.replace(PARTS, (part, kind = '', end?: string, start?: string, url?: string, focus = '') => {
    if (url !== undefined) {
      const { src, srcSet } = HAS_COPIES.test(url) ? imageSource(url) : { src: url };
      const sizes = srcSet ? ` sizes="${SIZES[open[0] ?? ''] ?? COLUMN}" srcset="${srcSet}"` : '';
      return `${start}${focus && `class="${focusClass(url + focus)}" `}src="${src}"${sizes}`;
    }
    if (end) open.pop();
    else open.push(kind);
    return part;
  });
}
