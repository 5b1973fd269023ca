// The browser's own reading of HTML, as the small tree the editor works on.
import type { HtmlNode } from '~/lib/html-tree';

/** Nothing in it runs or is loaded: the document it is read into is never shown. */
export function parseInBrowser(html: string): HtmlNode[] {
  return toHtmlNodes(new DOMParser().parseFromString(`<body>${html}`, 'text/html').body);
}

export function toHtmlNodes(parent: Node): HtmlNode[] {
  return [...parent.childNodes].flatMap((node): HtmlNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    return [{ tag: node.localName, attributes, children: toHtmlNodes(node) }];
  });
}
