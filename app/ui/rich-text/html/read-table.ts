// Reads tables, from HTML or tab-separated text, as lines of the editor. A table that the editor could not
// reproduce is left to the caller.
import type { HtmlElement, HtmlNode } from '~/lib/html/html-tree';
import { newRow, type RowKind } from '../blocks/table-rows';
import { isInlineNode, isSpace, readAlignment, readLine } from './read-inline';
import type { RichOp } from './rich-op';

/** A larger table is not edited cell by cell, because the editor keeps an object for each cell. */
const MAX_CELLS = 1500;

/**
 * Null if the table has captions, footers, joined cells, rows of different lengths, or blocks in cells.
 * @param children of the table element
 */
export function readTable(children: readonly HtmlNode[]): RichOp[] | null {
  const ops: RichOp[] = [];
  let columns = 0;
  let cells = 0;
  const sections = elementsIn(children);
  if (!sections || sections.length === 0) return null;
  for (const [index, section] of sections.entries()) {
    const isHead = section.tag === 'thead' && index === 0;
    const rows = isHead || section.tag === 'tbody' ? elementsIn(section.children) : null;
    if (!rows || !hasNoAttributes(section) || (index > 0 && sections[index - 1]?.tag === 'tbody'))
      return null;
    for (const row of rows) {
      const read = row.tag === 'tr' && hasNoAttributes(row) ? elementsIn(row.children) : null;
      const kind = read && kindOf(read, isHead);
      if (!read || !kind) return null;
      columns ||= read.length;
      cells += read.length;
      if (read.length !== columns || cells > MAX_CELLS) return null;
      const name = newRow(kind);
      for (const cell of read) {
        const line = readCell(cell, name);
        if (!line) return null;
        ops.push(...line);
      }
    }
  }
  return ops.length > 0 ? ops : null;
}

/**
 * The cells of a spreadsheet copied as plain text; the first row is the header. Null unless there are at least
 * two rows and two columns, each line has the same number of tabs, and the table is small enough to edit.
 */
export function readTabbedRows(text: string): RichOp[] | null {
  const rows = text
    .replace(/(?:\r\n?|\n)$/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.split('\t'));
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.length * columns > MAX_CELLS) return null;
  if (rows.some((cells) => cells.length !== columns)) return null;
  return rows.flatMap((row, index) => {
    const table = newRow(index === 0 ? 'head' : 'row');
    return row.flatMap((cell): RichOp[] => [
      ...(cell.trim() ? [{ insert: cell.trim() }] : []),
      { insert: '\n', attributes: { table } },
    ]);
  });
}

/** The elements; null if there is text between them. */
function elementsIn(nodes: readonly HtmlNode[]): HtmlElement[] | null {
  const elements: HtmlElement[] = [];
  for (const node of nodes) {
    if (typeof node === 'object') elements.push(node);
    else if (!isSpace(node)) return null;
  }
  return elements;
}

const hasNoAttributes = ({ attributes }: HtmlElement) => Object.keys(attributes).length === 0;

function kindOf(cells: readonly HtmlElement[], isHead: boolean): RowKind | null {
  const tags = cells.map(({ tag }) => tag).join(' ');
  if (isHead) return /^th( th)*$/.test(tags) ? 'head' : null;
  if (/^td( td)*$/.test(tags)) return 'row';
  return /^th( td)+$/.test(tags) ? 'side' : null;
}

function readCell({ tag, attributes, children }: HtmlElement, table: string): RichOp[] | null {
  const { class: classes, scope, ...others } = attributes;
  const align = readAlignment(classes);
  const isPlain = Object.keys(others).length === 0 && (scope === undefined || tag === 'th');
  if (!align || !isPlain || !children.every(isInlineNode)) return null;
  return readLine(children, { table, ...align });
}
