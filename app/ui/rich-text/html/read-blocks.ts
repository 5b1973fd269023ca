// Converts HTML to the editor's document, block by block. Blocks that the editor could not reproduce stay
// atomic.
import { BUTTON_LINK, PULL_QUOTE } from '~/lib/html/article-blocks';
import { type HtmlElement, type HtmlNode, isBlankNode, textOf, writeHtml } from '~/lib/html/html-tree';
import { isInlineNode, isSpace, readAlignment, readLine } from './read-inline';
import { readTable } from './read-table';
import type { RichOp } from './rich-op';

/** A part of the document with the HTML it was read from, including the white space after it. */
export interface RichBlock {
  ops: RichOp[];
  source: string;
}

const HEADING = /^h([1-6])$/;

/** The blocks in order; text outside of blocks becomes a paragraph. */
export function readBlocks(nodes: readonly HtmlNode[]): RichBlock[] {
  const blocks: RichBlock[] = [];
  let kindBefore = '';
  for (const node of gatherParagraphs(nodes)) {
    const before = blocks.at(-1);
    if (typeof node === 'string') {
      if (before) before.source += node;
      continue;
    }
    const source = node.tag === '' ? writeHtml(node.children) : writeHtml([node]);
    const ops = readBlock(node);
    const kind = ops ? kindOf(ops) : '';
    // Two adjacent lists, quotations, pull quotes, code blocks, tables or callouts of one kind would merge.
    const isLost = !ops || (kind !== '' && kind === kindBefore);
    blocks.push({ ops: isLost ? [{ insert: { atomic: source } }] : ops, source });
    kindBefore = isLost ? '' : kind;
  }
  return blocks;
}

/** Elements, white space between them, and runs of inline content without a block. */
function gatherParagraphs(nodes: readonly HtmlNode[]): HtmlNode[] {
  const gathered: HtmlNode[] = [];
  let open: HtmlElement | null = null;
  for (const node of nodes) {
    const isInline = typeof node === 'string' ? open !== null || node.trim() !== '' : isInlineNode(node);
    if (!isInline) {
      open = null;
      gathered.push(node);
    } else if (open) open.children.push(node);
    else {
      open = { tag: '', attributes: {}, children: [node] };
      gathered.push(open);
    }
  }
  return gathered;
}

/** The kind of block that this one would merge with. */
function kindOf(ops: RichOp[]): string {
  const { table, box, list, blockquote, 'code-block': code } = ops.at(-1)?.attributes ?? {};
  if (table) return 'table';
  if (box) return box === 'button' || box === 'answer' || box === 'question' ? '' : String(box);
  const first = ops.find(({ attributes }) => attributes?.list)?.attributes?.list;
  return String((list && first) || (blockquote && 'blockquote') || (code && `code ${code}`) || '');
}

function readBlock(node: HtmlElement): RichOp[] | null {
  const { tag, attributes, children } = node;
  const names = Object.keys(attributes);
  const box = boxOf(node);
  if (box) return readBox(box, node);
  const heading = HEADING.exec(tag)?.[1];
  if (tag === 'p' || tag === '' || heading) {
    const align = readAlignment(attributes.class);
    if (align === null || names.some((name) => name !== 'class')) return null;
    return readLine(children, { ...(heading && { header: Number(heading) }), ...align });
  }
  if (tag === 'ol' && /^[1-9]\d{0,3}$/.test(attributes.start ?? '') && names.length === 1) {
    return startAt(attributes.start, readList({ ...node, attributes: {} }, 0));
  }
  if (names.length > 0) return null;
  if (tag === 'table') return readTable(children);
  if (tag === 'blockquote') return readQuotation(children);
  if (tag === 'pre') return readCode(children);
  return tag === 'ul' || tag === 'ol' ? readList(node, 0) : null;
}

/** The kind of box that an element is: a callout, pull quote, button or question; null for anything else. */
function boxOf({ tag, attributes }: HtmlElement): string | null {
  const { class: classes = '', ...others } = attributes;
  if (Object.keys(others).length > 0) return null;
  if (tag === 'details') return classes ? null : 'question';
  if (tag === 'blockquote') return classes === PULL_QUOTE ? PULL_QUOTE : null;
  if (tag === 'p') return classes.split(' ')[0] === BUTTON_LINK ? 'button' : null;
  return tag === 'div' ? (/^callout (callout-[a-z]+)$/.exec(classes)?.[1] ?? null) : null;
}

function readBox(box: string, { attributes, children }: HtmlElement): RichOp[] | null {
  if (box === 'button') {
    const align = readAlignment(attributes.class?.slice(BUTTON_LINK.length + 1) || undefined);
    return align && readLine(children, { box, ...align });
  }
  if (box !== 'question') return readInside(box, children);
  const [summary, ...answer] = children.filter((node) => !isSpace(node));
  if (typeof summary !== 'object' || summary.tag !== 'summary' || !summary.children.every(isInlineNode))
    return null;
  if (Object.keys(summary.attributes).length > 0 || isBlankNode(summary.children)) return null;
  return joinAll([
    readLine(summary.children, { box }),
    answer.length === 0 ? [] : readInside('answer', answer),
  ]);
}

/** The lines in a box; null if one of its blocks cannot be edited. */
function readInside(box: string, children: readonly HtmlNode[]): RichOp[] | null {
  const ops = readBlocks(children).flatMap((block) => block.ops);
  const isLost = ({ insert, attributes }: RichOp) =>
    (typeof insert === 'object' && 'atomic' in insert) || attributes?.box || attributes?.table;
  if (ops.length === 0 || ops.some(isLost)) return null;
  return ops.map((op) => (op.insert === '\n' ? { ...op, attributes: { ...op.attributes, box } } : op));
}

function readQuotation(children: readonly HtmlNode[]): RichOp[] | null {
  if (children.every(isInlineNode)) return readLine(children, { blockquote: true });
  return joinAll(
    children
      .filter((node) => !isSpace(node))
      .map((node) => {
        if (typeof node === 'string' || node.tag !== 'p') return null;
        const align = readAlignment(node.attributes.class);
        return align && readLine(node.children, { blockquote: true, ...align });
      }),
  );
}

function readCode(children: readonly HtmlNode[]): RichOp[] | null {
  const [first] = children;
  const code = typeof first === 'object' && first.tag === 'code' && children.length === 1 ? first : null;
  const texts = code ? code.children : children;
  if (texts.some((node) => typeof node !== 'string')) return null;
  const classes = code?.attributes.class ?? '';
  const language = /^language-(\S+)$/.exec(classes)?.[1];
  if (classes && !language) return null;
  const attributes = { 'code-block': language ?? 'plain' };
  return textOf(texts)
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => [...(line ? [{ insert: line }] : []), { insert: '\n', attributes }]);
}

function readList({ tag, attributes, children }: HtmlElement, indent: number): RichOp[] | null {
  if (Object.keys(attributes).length > 0 || indent > 8) return null;
  const items = children.filter((node) => !isSpace(node));
  return items.length === 0 ? null : joinAll(items.map((item) => readItem(item, tag, indent)));
}

/** The first line of a list keeps the list's start number. */
function startAt(start: string | undefined, ops: RichOp[] | null): RichOp[] | null {
  const first = ops?.find(({ insert }) => insert === '\n');
  if (first) first.attributes = { ...first.attributes, start };
  return ops;
}

/** Splits a list item into its text, in a paragraph or bare, and its nested lists. */
function readItem(item: HtmlNode, listTag: string, indent: number): RichOp[] | null {
  if (typeof item === 'string' || item.tag !== 'li') return null;
  const align = readAlignment(item.attributes.class);
  const inside = item.children.filter((node) => !isSpace(node));
  const firstList = inside.findIndex(
    (node) => typeof node === 'object' && (node.tag === 'ul' || node.tag === 'ol'),
  );
  const lists = firstList < 0 ? [] : inside.slice(firstList);
  const listStart = firstList < 0 ? item.children.length : item.children.indexOf(inside[firstList] ?? '');
  const before = item.children.slice(0, listStart);
  const [only] = before.filter((node) => !isSpace(node));
  const isParagraph =
    typeof only === 'object' && only.tag === 'p' && Object.keys(only.attributes).length === 0;
  const text = isParagraph && before.filter((node) => !isSpace(node)).length === 1 ? only.children : before;
  if (!align || !text.every(isInlineNode) || (lists.length > 0 && isBlankNode(text))) return null;
  const attributes = {
    list: listTag === 'ol' ? 'ordered' : 'bullet',
    ...(indent > 0 && { indent }),
    ...align,
  };
  const line = readLine(text, attributes);
  const nested = lists.map((list) =>
    typeof list === 'object' && (list.tag === 'ul' || list.tag === 'ol') ? readList(list, indent + 1) : null,
  );
  return joinAll([line, ...nested]);
}

function joinAll(parts: readonly (RichOp[] | null)[]): RichOp[] | null {
  const all: RichOp[] = [];
  for (const part of parts) {
    if (!part) return null;
    all.push(...part);
  }
  return all;
}
