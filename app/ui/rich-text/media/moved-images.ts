// After a save, the server stores external images under URLs of this site. The text in the editor must use
// these too, or the next save would submit the old URLs again.

import { imageAttributeOf } from '~/lib/html/article-blocks';

/** An event on the source field of a rich text; its detail is a `MovedImages`. */
export const IMAGES_MOVED = 'images-moved';

/** Submitted URL -> stored URL. */
export type MovedImages = ReadonlyMap<string, string>;

/** Empty when the number of images differs, because they cannot be matched then. */
export function findMovedImages(sent: string, stored: string): MovedImages {
  const [before, after] = [sent, stored].map(listImages);
  if (!before || before.length !== after?.length) return new Map();
  const pairs = before.map((src, index) => [src, after[index] ?? src] as const);
  return new Map(pairs.filter(([was, is]) => was !== is));
}

function listImages(html: string): string[] {
  if (!/<img|\sposter/i.test(html)) return [];
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return imagesIn(body).map(({ src }) => src);
}

/** The elements in order that name an image, with the attribute that does. */
export function imagesIn(body: HTMLElement): { node: Element; name: string; src: string }[] {
  return [...body.querySelectorAll('img, video[poster]')].map((node) => {
    const name = imageAttributeOf(node.localName) ?? 'src';
    return { node, name, src: node.getAttribute(name) ?? '' };
  });
}
