// Footnotes. A note is stored where the text refers to it, as <sup class="footnote">. Pages and feeds show a number
// there and list the notes at the end.
import { element, type HtmlElement, type HtmlNode, isBlankNode } from './html-tree';

export const FOOTNOTE = 'footnote';

/** Notes contain no other <sup>, so the first end tag is theirs. */
const NOTE = /<sup class="footnote">([\s\S]*?)<\/sup>/g;

/** The elements that a note may contain. */
export const IN_NOTES = new Set('a strong b em i u s del sub mark small abbr cite q kbd code br'.split(' '));
/** The start of what `numberFootnotes` adds to a page. Stored HTML has no sections. */
const SECTION = '<section class="footnotes"';

/** A note in the form that is stored; [] if it is empty. A note with an image stays plain superscript text. */
export function toFootnote(children: readonly HtmlNode[]): HtmlNode[] {
  if (holdsImage(children)) return [element('sup', [...children])];
  const note = toNoteContent(children);
  return isBlankNode(note) ? [] : [element('sup', note, { class: FOOTNOTE })];
}

/**
 * The inline content of a note. It starts with a space, so that removing the tags from the article does not
 * join the note to the word before it.
 */
function toNoteContent(children: readonly HtmlNode[]): HtmlNode[] {
  const inline = toInlineNodes(children);
  const texts = inline.map((node) => typeof node === 'object' || node.trim() !== '');
  const trimmed = inline.slice(texts.indexOf(true), texts.lastIndexOf(true) + 1);
  const [first] = trimmed;
  if (typeof first === 'string') trimmed[0] = first.trimStart();
  const last = trimmed.at(-1);
  if (typeof last === 'string') trimmed[trimmed.length - 1] = last.trimEnd();
  return [' ', ...trimmed];
}

function toInlineNodes(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const children = toInlineNodes(node.children);
    if (IN_NOTES.has(node.tag)) return [{ ...node, children }];
    return node.tag === 'sup' || node.tag === 'span' ? children : [' ', ...children, ' '];
  });
}

function holdsImage(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => typeof node === 'object' && (node.tag === 'img' || holdsImage(node.children)));
}

export function isFootnote({ tag, attributes }: HtmlElement): boolean {
  return tag === 'sup' && attributes.class === FOOTNOTE;
}

/** The content of a link: its notes become plain superscript text, because the number would be a link in a link. */
export function withoutFootnotes(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const children = withoutFootnotes(node.children);
    return isFootnote(node) ? element('sup', children) : { ...node, children };
  });
}

const listNotes = (html: string) => [...html.matchAll(NOTE)].map(([, note = '']) => note.trim());

/**
 * Sanitized HTML for a page: numbers that link to the notes, and the notes at the end with links back.
 * @param before the part of the article that the page already shows; its notes are listed again
 */
export function numberFootnotes(html: string, before = ''): string {
  const notes = listNotes(before);
  const text = html.replace(NOTE, (_, note: string) => {
    const number = notes.push(note.trim());
    return `<sup class="footnote-ref"><a href="#fn-${number}" id="fnref-${number}" aria-label="Footnote ${number}">${number}</a></sup>`;
  });
  if (notes.length === 0) return html;
  const items = notes.map((note, index) => {
    const number = index + 1;
    return `<li id="fn-${number}">${note} <a class="footnote-back" href="#fnref-${number}" aria-label="Back to footnote ${number} in the text">↩</a></li>`;
  });
  return `${text}${SECTION} aria-label="Footnotes"><ol>${items.join('')}</ol></section>`;
}

/** The same for feeds: without links, because feed readers show several articles in one document. */
export function listFootnotes(html: string): string {
  const notes = listNotes(html);
  if (notes.length === 0) return html;
  let number = 0;
  const text = html.replace(NOTE, () => {
    number += 1;
    return `<sup>${number}</sup>`;
  });
  return `${text}<hr /><ol>${notes.map((note) => `<li>${note}</li>`).join('')}</ol>`;
}

/** Adds HTML to the end of a page's text, before the list of its footnotes. */
export function insertBeforeFootnotes(html: string, addition: string): string {
  const at = html.indexOf(SECTION);
  return at < 0 ? html + addition : html.slice(0, at) + addition + html.slice(at);
}
