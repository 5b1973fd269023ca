// Copies of images of the library, for previews: the text keeps the URLs of the originals.
import { focusClass, withoutFocus } from '~/lib/focal-point';
import { GALLERY } from '~/lib/html/article-blocks';
import { type HtmlNode, hasClass } from '~/lib/html/html-tree';

const STORED = /^\/media\/[^?#\s]+$/;

/** @param width one of the widths in which copies are stored */
export function smallImage(src: string, width: 400 | 800): string {
  const file = withoutFocus(src);
  return STORED.test(file) ? `${file}?w=${width}` : src;
}

/** The same nodes with copies of their images as wide as the editor's text, and half as wide in galleries. */
export function withSmallImages(nodes: readonly HtmlNode[], width: 400 | 800 = 800): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { attributes } = node;
    if (node.tag === 'img') {
      const { src = '' } = attributes;
      const focus = focusClass(src);
      return {
        ...node,
        attributes: { ...attributes, src: smallImage(src, width), ...(focus && { class: focus }) },
      };
    }
    return { ...node, children: withSmallImages(node.children, hasClass(node, GALLERY) ? 400 : width) };
  });
}
