// Converts a footnote between HTML and the text of its dialog, in which links and emphasis are written as in Markdown.
import { element, type HtmlElement, type HtmlNode, textOf } from '~/lib/html/html-tree';
import { toHref } from '../to-href';

const SIGNS: Record<string, string> = { em: '*', i: '*', strong: '**', b: '**' };

export function toNoteText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node.replace(/[\\*[\]]/g, '\\$&');
      if (node.tag === 'br') return '\n';
      const text = toNoteText(node.children);
      const sign = SIGNS[node.tag] ?? '';
      if (node.tag !== 'a' || !node.attributes.href) return sign + text + sign;
      const { href } = node.attributes;
      return textOf(node.children) === href && /^https?:/i.test(href) ? href : `[${text}](${href})`;
    })
    .join('');
}

/** An escaped sign, a link, bold, italics, a bare URL, a line break. */
const MARK =
  /\\([\\*[\]])|\[((?:\\.|[^\]\\])+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)|\*\*((?:\\.|[^*\\])+)\*\*|\*((?:\\.|[^*\\])+)\*|(https?:\/\/[^\s<>]*[^\s<>.,;:!?)\]*])|(\n)/gi;

export function fromNoteText(text: string): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    const [whole, escaped, label, address, bold, italic, url, lineBreak] = found;
    nodes.push(text.slice(at, found.index));
    at = found.index + whole.length;
    if (escaped) nodes.push(escaped);
    else if (label && address) nodes.push(toLink(fromNoteText(label), address) ?? whole);
    else if (bold) nodes.push(element('strong', fromNoteText(bold)));
    else if (italic) nodes.push(element('em', fromNoteText(italic)));
    else if (url) nodes.push(toLink([url], url) ?? url);
    else if (lineBreak) nodes.push(element('br'));
  }
  return [...nodes, text.slice(at)].filter((node) => node !== '');
}

function toLink(children: HtmlNode[], address: string): HtmlElement | null {
  const href = toHref(address);
  if (!href) return null;
  return element('a', children, { href, ...(/^https?:/i.test(href) && { rel: 'noopener noreferrer' }) });
}
