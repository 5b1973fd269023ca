// HTML as a small tree, and how it is written. Runs in the worker and in the editor's browser.

export interface HtmlElement {
  /** In lower case; foreign ones (SVG, MathML) by their root alone, without children. */
  tag: string;
  /** Names in lower case. */
  attributes: Record<string, string>;
  children: HtmlNode[];
}

/** A string is text. */
export type HtmlNode = HtmlElement | string;

const VOID = new Set(['br', 'hr', 'img']);

/** @returns an element without attributes unless given. */
export function element(
  tag: string,
  children: HtmlNode[] = [],
  attributes: Record<string, string> = {},
): HtmlElement {
  return { tag, attributes, children };
}

/** Attributes in double quotes, <br /> closed in itself, no entities but &amp; &lt; &gt; &quot;. */
export function writeHtml(nodes: readonly HtmlNode[]): string {
  return nodes.map(writeNode).join('');
}

function writeNode(node: HtmlNode): string {
  if (typeof node === 'string') return writeText(node);
  const { tag, attributes, children } = node;
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${writeText(value).replaceAll('"', '&quot;')}"`,
  );
  if (VOID.has(tag)) return `<${tag}${written.join('')} />`;
  const inner = writeHtml(children);
  // A reader of HTML takes away one line break right after <pre>.
  const lineBreak = tag === 'pre' && inner.startsWith('\n') ? '\n' : '';
  return `<${tag}${written.join('')}>${lineBreak}${inner}</${tag}>`;
}

function writeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Whether there is nothing in them for a reader: white space, line breaks and elements around such. */
export function isBlank(nodes: readonly HtmlNode[]): boolean {
  return nodes.every((node) => {
    if (typeof node === 'string') return node.trim() === '';
    return node.tag === 'br' || (!VOID.has(node.tag) && isBlank(node.children));
  });
}

/** The text in them, as it stands. */
export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

/** Whether an element bears a class. */
export function hasClass({ attributes }: HtmlElement, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name);
}
