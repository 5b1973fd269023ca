// Converts a footnote between HTML and the text of its dialog: links, bold and italics as in Markdown, other formats as tags.
import { cleanAttributes } from '~/lib/html/clean-rules';
import { IN_NOTES } from '~/lib/html/footnotes';
import { element, type HtmlElement, type HtmlNode, textOf, writeHtml } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';
import { toHref } from '../to-href';

const SIGNS: Record<string, string> = { em: '*', strong: '**' };
const SAME: Record<string, string> = { i: 'em', b: 'strong' };

/** If Markdown would be ambiguous, such as `*a**b*` for two words in italics, all formats are written as tags. */
export function toNoteText(nodes: readonly HtmlNode[]): string {
  const note = tidy(nodes, []);
  const text = writeNote(note, true);
  return writeHtml(fromNoteText(text)) === writeHtml(note) ? text : writeNote(note, false);
}

/** Removes white space that browsers ignore, and formats nested in the same format. */
function tidy(nodes: readonly HtmlNode[], around: readonly string[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node.replace(/\s+/g, ' ')];
    const tag = SAME[node.tag] ?? node.tag;
    const children = tidy(node.children, [...around, tag]);
    return around.includes(tag) ? children : [element(tag, children, node.attributes)];
  });
}

function writeNote(nodes: readonly HtmlNode[], withSigns: boolean): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string')
        return node.replace(/[\\*[\]]|<(?=\/?[a-z])/gi, '\\$&').replace(/https?(?=:\/\/)/gi, '$&\\');
      const { tag, attributes, children } = node;
      if (tag === 'br') return '\n';
      const text = writeNote(children, withSigns);
      const { rel, ...own } = attributes;
      const { href, ...others } = own;
      if (withSigns && SIGNS[tag]) return SIGNS[tag] + text + SIGNS[tag];
      if (withSigns && tag === 'a' && href && Object.keys(others).length === 0)
        return textOf(children) === href && /^https?:/i.test(href) ? href : `[${text}](${href})`;
      return writeHtml([element(tag, [], own)]).replace('></', () => `>${text}</`);
    })
    .join('');
}

const TAGS = [...IN_NOTES].filter((tag) => tag !== 'br').join('|');
/** An escaped character, a link, bold italics, bold, italics, a bare URL, a line break, an element. */
const MARK = new RegExp(
  [
    String.raw`\\([\\*[\]<:])`,
    String.raw`\[((?:\\.|[^\]\\])+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)`,
    String.raw`\*\*\*(?=\S)((?:\\.|[^*\\])+)(?<=\S)\*\*\*`,
    String.raw`\*\*(?=\S)((?:\\.|[^*\\]|\*(?:\\.|[^*\\])+\*(?!\*(?!\*)))+)(?<=\S)\*\*`,
    String.raw`\*(?=\S)((?:\\.|[^*\\]|\*\*(?:\\.|[^*\\])+\*\*)+)(?<=\S)\*`,
    String.raw`(https?:\/\/[^\s<>]*[^\s<>.,;:!?)\]*])`,
    String.raw`(\n)`,
    String.raw`<(${TAGS})(\s[^<>]*)?>((?:\\[\s\S]|[^\\])*?)<\/\9>`,
  ].join('|'),
  'gi',
);

/** @param isLink whether it is the text of a link, which contains no other */
export function fromNoteText(text: string, isLink = false): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    const [whole, escaped, label, address, both, bold, italic, url, lineBreak, tag, attributes, inner] =
      found;
    nodes.push(text.slice(at, found.index));
    at = found.index + whole.length;
    if (escaped) nodes.push(escaped);
    else if (label && address && !isLink) nodes.push(toLink(fromNoteText(label, true), address) ?? whole);
    else if (both) nodes.push(element('strong', [element('em', fromNoteText(both, isLink))]));
    else if (bold) nodes.push(element('strong', fromNoteText(bold, isLink)));
    else if (italic) nodes.push(element('em', fromNoteText(italic, isLink)));
    else if (url && !isLink) nodes.push(toLink([url], url) ?? url);
    else if (lineBreak) nodes.push(element('br'));
    else if (tag) nodes.push(toElement(tag.toLowerCase(), attributes ?? '', inner ?? '', isLink));
    else nodes.push(whole);
  }
  return [...nodes, text.slice(at)].filter((node) => node !== '');
}

function toElement(tag: string, attributes: string, inner: string, isLink: boolean): HtmlElement {
  const [read] = parseHtml(`<${tag}${attributes}></${tag}>`);
  const children = fromNoteText(inner, isLink || tag === 'a');
  return element(tag, children, typeof read === 'object' ? cleanAttributes(read) : {});
}

function toLink(children: HtmlNode[], address: string): HtmlElement | null {
  const href = toHref(address);
  if (!href) return null;
  return element('a', children, { href, ...(/^https?:/i.test(href) && { rel: 'noopener noreferrer' }) });
}
