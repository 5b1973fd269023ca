// Converts HTML to the editor's document, block by block. Blocks that the editor could not reproduce stay
// atomic.
import { type HtmlElement, type HtmlNode, isBlankNode, textOf, writeHtml } from '~/lib/html/html-tree';
import { INLINE_TAGS, type RichOp } from './rich-op';

/** A part of the document with the HTML it was read from, including the white space after it. */
export interface RichBlock {
  ops: RichOp[];
  source: string;
}

type Formats = Record<string, unknown>;

const FORMAT_OF: Record<string, Formats> = {
  ...Object.fromEntries(INLINE_TAGS.map(([format, tag]) => [tag, { [format]: true }])),
  b: { bold: true },
  i: { italic: true },
  sub: { script: 'sub' },
  sup: { script: 'super' },
  span: {},
};
const INLINE = new Set([...Object.keys(FORMAT_OF), 'a', 'img', 'br', 'abbr']);
const HEADING = /^h([1-6])$/;
const ALIGNMENT = /^ql-align-(center|right|justify)$/;

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
    // Two adjacent lists, quotations or code blocks would merge.
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
    const isInline = typeof node === 'string' ? open !== null || node.trim() !== '' : INLINE.has(node.tag);
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
  const { list, blockquote, 'code-block': code } = ops.at(-1)?.attributes ?? {};
  const first = ops.find(({ attributes }) => attributes?.list)?.attributes?.list;
  return String((list && first) || (blockquote && 'blockquote') || (code && `code ${code}`) || '');
}

function readBlock(node: HtmlElement): RichOp[] | null {
  const { tag, attributes, children } = node;
  const names = Object.keys(attributes);
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
  if (tag === 'blockquote') return readQuotation(children);
  if (tag === 'pre') return readCode(children);
  return tag === 'ul' || tag === 'ol' ? readList(node, 0) : null;
}

function readAlignment(classes: string | undefined): Formats | null {
  if (classes === undefined) return {};
  const align = ALIGNMENT.exec(classes)?.[1];
  return align ? { align } : null;
}

function readLine(nodes: readonly HtmlNode[], attributes: Formats): RichOp[] | null {
  const ops = readInline(nodes, {});
  return (
    ops && [...tidySpaces(ops), { insert: '\n', ...(Object.keys(attributes).length > 0 && { attributes }) }]
  );
}

function readInline(nodes: readonly HtmlNode[], formats: Formats): RichOp[] | null {
  const ops: RichOp[] = [];
  for (const node of nodes) {
    const read = typeof node === 'string' ? [toOp(node, formats)] : readInlineElement(node, formats);
    if (!read) return null;
    ops.push(...read);
  }
  return ops;
}

const toOp = (insert: RichOp['insert'], attributes: Formats): RichOp =>
  Object.keys(attributes).length > 0 ? { insert, attributes } : { insert };

function readInlineElement({ tag, attributes, children }: HtmlElement, formats: Formats): RichOp[] | null {
  const { href, rel, src, alt, width, height, loading, ...others } = attributes;
  if (Object.keys(others).length > 0) return null;
  if (tag === 'br') return [toOp({ softbreak: true }, formats)];
  if (tag === 'img') {
    if (!src) return null;
    return [
      toOp(
        { image: src },
        { ...formats, ...(alt && { alt }), ...(width && { width }), ...(height && { height }) },
      ),
    ];
  }
  if (tag === 'a') return href && !formats.link ? readInline(children, { ...formats, link: href }) : null;
  const format = FORMAT_OF[tag];
  if (!format || (formats.script && format.script)) return null;
  return readInline(children, { ...formats, ...format });
}

/**
 * Collapses white space as browsers do: one space per run, none at the ends of a line, no trailing line
 * break.
 */
function tidySpaces(ops: RichOp[]): RichOp[] {
  let isAfterSpace = true;
  const tidy: RichOp[] = [];
  for (const op of ops) {
    if (typeof op.insert !== 'string') {
      isAfterSpace = typeof op.insert === 'object' && 'softbreak' in op.insert;
      if (isAfterSpace) trimEnd(tidy);
      tidy.push(op);
      continue;
    }
    let insert = op.insert.replace(/[ \t\n\r\f]+/g, ' ');
    if (isAfterSpace) insert = insert.replace(/^ /, '');
    if (insert === '') continue;
    isAfterSpace = insert.endsWith(' ');
    tidy.push({ ...op, insert });
  }
  const last = tidy.at(-1)?.insert;
  if (typeof last === 'object' && 'softbreak' in last) tidy.pop();
  trimEnd(tidy);
  return tidy;
}

function trimEnd(ops: RichOp[]): void {
  const last = ops.at(-1);
  if (typeof last?.insert !== 'string' || !last.insert.endsWith(' ')) return;
  ops.pop();
  if (last.insert.length > 1) ops.push({ ...last, insert: last.insert.slice(0, -1) });
}

const isSpace = (node: HtmlNode) => typeof node === 'string' && node.trim() === '';
const isInlineNode = (node: HtmlNode) => typeof node === 'string' || INLINE.has(node.tag);

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
