// Converts between the DOM and the editor's HTML tree.
import type { HtmlNode } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';

/** Parses without creating elements, as the server does: nothing in the HTML runs or loads. */
export function readHtml(html: string): HtmlNode[] {
  try {
    return parseHtml(html);
  } catch (error) {
    if (!(error instanceof TangledHtmlError)) throw error;
    // The server keeps only the text of such HTML; until then, show all of it.
    return toHtmlNodes(new DOMParser().parseFromString(`<body>${html}`, 'text/html').body);
  }
}

export function toHtmlNodes(parent: Node): HtmlNode[] {
  return [...parent.childNodes].flatMap((node): HtmlNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    return [{ tag: node.localName, attributes, children: toHtmlNodes(node) }];
  });
}
