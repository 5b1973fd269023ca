// Converts inline HTML to text with formats, links, images and line breaks.
import { isFootnote } from '~/lib/html/footnotes';
import { type HtmlElement, type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { INLINE_TAGS, type RichOp } from './rich-op';

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
const ALIGNMENT = /^ql-align-(center|right|justify)$/;

export const isSpace = (node: HtmlNode) => typeof node === 'string' && node.trim() === '';
export const isInlineNode = (node: HtmlNode) => typeof node === 'string' || INLINE.has(node.tag);

/** The alignment that a class attribute names; null for any other class. */
export function readAlignment(classes: string | undefined): Formats | null {
  if (classes === undefined) return {};
  const align = ALIGNMENT.exec(classes)?.[1];
  return align ? { align } : null;
}

/** A line with these formats; null if its content cannot be edited. */
export function readLine(nodes: readonly HtmlNode[], attributes: Formats): RichOp[] | null {
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

function readInlineElement(node: HtmlElement, formats: Formats): RichOp[] | null {
  const { tag, attributes, children } = node;
  // A note has no formats of the text around it.
  if (isFootnote(node)) return [{ insert: { footnote: writeHtml(children).trim() } }];
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
