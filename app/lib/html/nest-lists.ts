// Nests the flat list lines of an editor as HTML lists.
import { element, type HtmlElement, type HtmlNode } from './html-tree';

export interface ListLine {
  kind: 'ul' | 'ol';
  /** 0 for the outermost list. */
  indent: number;
  item: HtmlElement;
}

/**
 * A deeper line nests in the previous item, one level at a time. Another kind at the same level starts a new
 * list.
 */
export function nestLists(lines: readonly ListLine[]): HtmlElement[] {
  const outermost: HtmlElement[] = [];
  const open: HtmlElement[] = [];
  for (const { kind, indent, item } of lines) {
    open.length = Math.min(open.length, indent + 1);
    if (open.length === indent + 1 && open.at(-1)?.tag !== kind) open.pop();
    if (open.length <= indent) {
      const list = element(kind);
      const parent = open.at(-1)?.children.at(-1);
      const siblings: HtmlNode[] = typeof parent === 'object' ? parent.children : outermost;
      siblings.push(list);
      open.push(list);
    }
    open.at(-1)?.children.push(item);
  }
  return outermost;
}
