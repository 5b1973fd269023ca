// Converts footnotes of WordPress, Markdown and this site's pages, where numbers link to a list at the end.
import { toFootnote } from './footnotes';
import { type HtmlElement, type HtmlNode, textOf } from './html-tree';

/** Whether HTML may contain such a list. */
export const FOREIGN_FOOTNOTES = /<li\b[^<>]*\sid=/i;

const LIST = /(?:^|[\s_-])(?:foot|end)notes?(?:[\s_-]|$)/i;
const INLINE = new Set(
  'a strong b em i u s del sub sup mark small abbr cite q kbd code br span p'.split(' '),
);
/** The text of a link from a note back to the text: an arrow or a caret. */
const BACK_LINK = /^(?:[\s↩↑↵⤴⏎^←]|\ufe0e|\ufe0f)+$/;
/** `1`, `[1]`, `a`, `*`. */
const NUMBER = /^\[?(?:\d{1,4}|[a-z]|[*†‡§]{1,3})\]?$/i;

interface Notes {
  /** By id: the content of each note, without links back. */
  found: Map<string, HtmlNode[]>;
  used: Set<string>;
}

/** Moves each note to the first number that refers to it. Notes with lists, images or tables stay where they are. */
export function fromFootnoteLists(nodes: readonly HtmlNode[]): HtmlNode[] {
  const notes: Notes = { found: new Map(), used: new Set() };
  collect(nodes, false, notes);
  if (notes.found.size === 0) return [...nodes];
  const placed = place(nodes, notes);
  return notes.used.size === 0 ? [...nodes] : withoutUsed(placed, notes);
}

const elementsOf = (nodes: readonly HtmlNode[]) => nodes.filter((node) => typeof node === 'object');

function collect(nodes: readonly HtmlNode[], isInList: boolean, notes: Notes): void {
  for (const node of elementsOf(nodes)) {
    const { class: classes = '', role = '', id = '' } = node.attributes;
    const isList = isInList || LIST.test(classes) || role === 'doc-endnotes';
    if (isList && node.tag === 'li' && id && !notes.found.has(id)) {
      const note = toNote(node.children);
      if (note) notes.found.set(id, note);
    } else collect(node.children, isList, notes);
  }
}

/** The content of a list item; null if a note cannot contain it. */
function toNote(nodes: readonly HtmlNode[]): HtmlNode[] | null {
  const content: HtmlNode[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') content.push(node);
    else if (!INLINE.has(node.tag)) return null;
    else if (!isBackLink(node)) {
      const children = toNote(node.children);
      if (!children) return null;
      const isNext = node.tag === 'p' && textOf(content).trim() !== '';
      if (isNext) content.push({ tag: 'br', attributes: {}, children: [] });
      content.push(...(node.tag === 'p' ? children : [{ ...node, children }]));
    }
  }
  return content;
}

const isBackLink = ({ tag, attributes, children }: HtmlElement) =>
  tag === 'a' && (attributes.href ?? '').startsWith('#') && BACK_LINK.test(textOf(children));

/** The note that an element refers to: a number that is a link in a <sup>, or a <sup> in a link. */
function findNote(node: HtmlElement, { found, used }: Notes): HtmlNode[] | null {
  if ((node.tag !== 'sup' && node.tag !== 'a') || !NUMBER.test(textOf(node.children).trim())) return null;
  const [only, ...others] = node.children.filter((child) => typeof child === 'object' || child.trim() !== '');
  const link = node.tag === 'a' ? node : only;
  if (others.length > 0 || typeof only !== 'object' || typeof link !== 'object' || link.tag !== 'a')
    return null;
  if (node.tag === 'a' && only.tag !== 'sup') return null;
  const id = decodeId(link.attributes.href ?? '');
  const note = found.get(id);
  if (!note || used.has(id)) return null;
  used.add(id);
  return note;
}

/** '' if the address does not lead to a place in the text. */
function decodeId(href: string): string {
  if (!href.startsWith('#')) return '';
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

function place(nodes: readonly HtmlNode[], notes: Notes): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const note = findNote(node, notes);
    return note ? toFootnote(note) : [{ ...node, children: place(node.children, notes) }];
  });
}

/** Removes the notes that were placed, and what is left of their lists: empty elements and rules. */
function withoutUsed(nodes: readonly HtmlNode[], notes: Notes): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const { id = '', class: classes = '' } = node.attributes;
    if (node.tag === 'li' && notes.used.has(id)) return [];
    if (node.tag === 'hr' && LIST.test(classes)) return [];
    const children = withoutUsed(node.children, notes);
    const isLeft = elementsOf(children).some(({ tag }) => tag !== 'hr') || textOf(children).trim() !== '';
    const hadNotes = LIST.test(classes) || node.tag === 'ol' || node.tag === 'section';
    return hadNotes && !isLeft && node.children.length > 0 ? [] : [{ ...node, children }];
  });
}
