// Converts Quill's lists and code blocks to standard HTML.
import { element, type HtmlElement, type HtmlNode, hasClass, textOf } from './html-tree';
import { type ListLine, nestLists } from './nest-lists';

/** Turns flat lists (`data-list`, `ql-indent-N`) and code blocks (a `div` per line) into ul, ol and pre. */
export function fromQuill(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    if (hasClass(node, 'ql-ui')) return [];
    if (hasClass(node, 'ql-code-block-container')) return [toCode(node)];
    if (hasClass(node, 'ql-syntax')) return [element('pre', [element('code', [textOf(node.children)])])];
    if (isFlatList(node)) return nestLists(toLines(node));
    return [{ ...node, children: fromQuill(node.children) }];
  });
}

function toCode({ children }: HtmlElement): HtmlElement {
  const lines = children.filter((line) => typeof line === 'object');
  const language = lines[0]?.attributes['data-language'] ?? 'plain';
  const code = lines.map((line) => textOf(line.children)).join('\n');
  const attributes: Record<string, string> = language === 'plain' ? {} : { class: `language-${language}` };
  return element('pre', [element('code', [code], attributes)]);
}

function isFlatList({ tag, children }: HtmlElement): boolean {
  return (
    (tag === 'ul' || tag === 'ol') &&
    children.some(
      (item) => typeof item === 'object' && ('data-list' in item.attributes || indentOf(item) > 0),
    )
  );
}

function toLines(list: HtmlElement): ListLine[] {
  return list.children.flatMap((item) => {
    if (typeof item === 'string') return [];
    const { 'data-list': named } = item.attributes;
    const kind = named ? (named === 'ordered' ? 'ol' : 'ul') : list.tag === 'ol' ? 'ol' : 'ul';
    return [{ kind, indent: indentOf(item), item: { ...item, children: fromQuill(item.children) } }];
  });
}

function indentOf({ attributes }: HtmlElement): number {
  return Number(/(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(attributes.class ?? '')?.[1] ?? 0);
}
