// Inserts blocks at the cursor, or turns the line at the cursor into one. Each is one step for Undo.
import Quill, { type Op } from 'quill';
import type { RichOp } from './rich-op';
import { newRow } from './table-rows';

const { USER, SILENT } = Quill.sources;

/** The formats that decide what kind of block a line is. */
const KINDS = ['header', 'list', 'indent', 'blockquote', 'code-block', 'box', 'start'];

/** Makes the lines of the selection one kind of block; without a format, paragraphs. */
export function formatLines(quill: Quill, format: Record<string, unknown> = {}): void {
  const { index, length } = quill.getSelection(true);
  const cleared = Object.fromEntries(KINDS.filter((kind) => !(kind in format)).map((kind) => [kind, false]));
  const { start, end } =
    Object.keys(format)[0] === 'box' ? boxAround(quill, index) : { start: index, end: index };
  quill.formatLine(start, Math.max(length, end - start), { ...cleared, ...format }, USER);
}

/** All lines of the callout at `index`, so that it changes its kind as a whole; otherwise only the line. */
function boxAround(quill: Quill, index: number): { start: number; end: number } {
  let [line] = quill.getLine(index);
  const box = boxAt(quill, index);
  const isCallout = typeof box === 'string' && box.startsWith('callout-');
  let start = line ? quill.getIndex(line) : index;
  let end = start + (line?.length() ?? 1) - 1;
  if (!isCallout) return { start, end };
  while (start > 0 && boxAt(quill, start - 1) === box) {
    [line] = quill.getLine(start - 1);
    if (!line) break;
    start = quill.getIndex(line);
  }
  while (end + 1 < quill.getLength() && boxAt(quill, end + 1) === box) {
    [line] = quill.getLine(end + 1);
    if (!line) break;
    end += line.length();
  }
  return { start, end };
}

/** The box that the line at `index` belongs to. */
export function boxAt(quill: Quill, index: number): unknown {
  return quill.getLine(index)[0]?.formats().box;
}

/** The start of an empty line without formats at the cursor, which is inserted if there is none. */
function emptyLine(quill: Quill): number {
  const { index } = quill.getSelection(true);
  const [line] = quill.getLine(index);
  if (!line) return index;
  const start = quill.getIndex(line);
  const { table } = line.formats();
  if (line.length() <= 1 && !table) {
    formatLines(quill);
    return start;
  }
  const end = table ? tableEnd(quill, index) : start + line.length();
  apply(quill, [{ retain: end }, { insert: '\n' }]);
  return end;
}

/** The index after the last cell of the table at `index`. */
export function tableEnd(quill: Quill, index: number): number {
  let end = index;
  for (;;) {
    const [line] = quill.getLine(end);
    if (!line?.formats().table) return end;
    end = quill.getIndex(line) + line.length();
    if (end >= quill.getLength()) return end;
  }
}

function apply(quill: Quill, ops: (Op | RichOp)[]): void {
  quill.updateContents(
    ops.filter((op) => !('retain' in op) || op.retain !== 0),
    USER,
  );
}

/** Inserts a block that is not edited as text, such as a divider, and continues after it. */
export function insertAtomic(quill: Quill, html: string): void {
  const at = emptyLine(quill);
  apply(quill, [{ retain: at }, { insert: { atomic: html } }]);
  quill.setSelection(at + 1, 0, SILENT);
}

/** Inserts a table with a header row; the cursor is in its first cell. @param titles of the columns */
export function insertTable(quill: Quill, titles: readonly string[], rows = 2): void {
  let at = emptyLine(quill);
  // Two adjacent tables would become one.
  if (at > 0 && quill.getLine(at - 1)[0]?.formats().table) {
    apply(quill, [{ retain: at }, { insert: '\n' }]);
    at += 1;
  }
  const head = { table: newRow('head') };
  const cells: RichOp[] = titles.flatMap((title): RichOp[] => [
    ...(title ? [{ insert: title }] : []),
    { insert: '\n', attributes: head },
  ]);
  for (let row = 0; row < rows; row += 1)
    cells.push({ insert: '\n'.repeat(titles.length), attributes: { table: newRow('row') } });
  apply(quill, [{ retain: at }, ...cells]);
  const isNamed = titles.some((title) => title !== '');
  const below = titles.reduce((length, title) => length + title.length + 1, at);
  quill.setSelection(isNamed && rows > 0 ? below : at, 0, SILENT);
}

/** Inserts a button with this label, linked to `href`, in a line of its own. */
export function insertButton(quill: Quill, label: string, href: string): void {
  const at = emptyLine(quill);
  apply(quill, [
    { retain: at },
    { insert: label, attributes: { link: href } },
    { insert: '\n', attributes: { box: 'button' } },
  ]);
  quill.setSelection(at + label.length + 1, 0, SILENT);
}
