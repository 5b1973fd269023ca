// HTML as the small tree the editor works on.
import type { HtmlNode } from '~/lib/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/parse-html';

/** Read as the server reads it, which makes no elements: nothing in it runs or is loaded. */
export function readHtml(html: string): HtmlNode[] {
  try {
    return parseHtml(html);
  } catch (error) {
    if (!(error instanceof TangledHtmlError)) throw error;
    // The server will keep its text alone; until then the writer should see it all.
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
