// A small HTML tree and its serialization. Runs in the worker and in the editor's browser.

import { isPlayer } from './article-blocks';

export interface HtmlElement {
  /** In lower case. SVG and MathML appear as their root, normally without children. */
  tag: string;
  /** Names are in lower case. */
  attributes: Record<string, string>;
  children: HtmlNode[];
}

/** A string is a text node. */
export type HtmlNode = HtmlElement | string;

const VOID = new Set(['br', 'hr', 'img']);

/** @returns an element, by default without attributes */
export function element(
  tag: string,
  children: HtmlNode[] = [],
  attributes: Record<string, string> = {},
): HtmlElement {
  return { tag, attributes, children };
}

/** Serializes with double-quoted attributes, `<br />`, and only the entities &amp; &lt; &gt; &quot;. */
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
  // HTML parsers drop one line break directly after <pre>.
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

/** Whether the nodes have no visible content: only white space, line breaks and elements around them. Players and frames are visible. */
export function isBlankNode(nodes: readonly HtmlNode[]): boolean {
  return nodes.every((node) => {
    if (typeof node === 'string') return node.trim() === '';
    if (node.tag === 'iframe') return false;
    return node.tag === 'br' || (!VOID.has(node.tag) && !isPlayer(node.tag) && isBlankNode(node.children));
  });
}

/** The nodes' text, unchanged. */
export function textOf(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

export function hasClass({ attributes }: HtmlElement, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name);
}
