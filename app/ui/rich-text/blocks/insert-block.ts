// Inserts blocks at the cursor, or turns the line at the cursor into one. Each is one step for Undo.
import Quill, { type Op } from 'quill';
import { BlockEmbed } from 'quill/blots/block';
import type { RichOp } from '../html/rich-op';
import { newRow } from './table-rows';

const { USER, SILENT } = Quill.sources;

/** The formats that decide what kind of block a line is. */
const KINDS = ['header', 'list', 'indent', 'blockquote', 'code-block', 'box', 'start'];

/** Makes the lines of the selection one kind of block; without a format, paragraphs. */
export function formatLines(quill: Quill, format: Record<string, unknown> = {}): void {
  const { index, length } = quill.getSelection(true);
  // A cell with another format would leave its table.
  if (formatsAt(quill, index).table) return;
  const cleared = Object.fromEntries(KINDS.filter((kind) => !(kind in format)).map((kind) => [kind, false]));
  const { start, end } =
    Object.keys(format)[0] === 'box' ? boxAround(quill, index) : { start: index, end: index };
  quill.formatLine(start, Math.max(length, end - start), { ...cleared, ...format }, USER);
}

/** All lines of the callout at `index`, so that it changes its kind as a whole; otherwise only the line. */
function boxAround(quill: Quill, index: number): { start: number; end: number } {
  let [line] = quill.getLine(index);
  const box = formatsAt(quill, index).box;
  const isCallout = typeof box === 'string' && box.startsWith('callout-');
  let start = line ? quill.getIndex(line) : index;
  let end = start + (line?.length() ?? 1) - 1;
  if (!isCallout) return { start, end };
  while (start > 0 && formatsAt(quill, start - 1).box === box) {
    [line] = quill.getLine(start - 1);
    if (!line) break;
    start = quill.getIndex(line);
  }
  while (end + 1 < quill.getLength() && formatsAt(quill, end + 1).box === box) {
    [line] = quill.getLine(end + 1);
    if (!line) break;
    end += line.length();
  }
  return { start, end };
}

/** The formats of the line at `index`; a block that is not edited as text has none. */
export function formatsAt(quill: Quill, index: number): Record<string, unknown> {
  const formats: Record<string, unknown> | undefined = quill.getLine(index)[0]?.formats();
  return formats ?? {};
}

/** The start of the empty, unformatted line at the cursor. Inserts one if there is none. */
function emptyLine(quill: Quill): number {
  const { index } = quill.getSelection(true);
  const [line] = quill.getLine(index);
  if (!line) return index;
  const start = quill.getIndex(line);
  const { table } = formatsAt(quill, index);
  if (line.length() <= 1 && !table && !isAtomic(line)) {
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
    if (!line || !formatsAt(quill, end).table) return end;
    end = quill.getIndex(line) + line.length();
    if (end >= quill.getLength()) return end;
  }
}

const isAtomic = (line: unknown) => line instanceof BlockEmbed;

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
  if (at > 0 && formatsAt(quill, at - 1).table) {
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

/** Inserts a button with this label, linked to `href`, on its own line. */
export function insertButton(quill: Quill, label: string, href: string): void {
  const at = emptyLine(quill);
  apply(quill, [
    { retain: at },
    { insert: label, attributes: { link: href } },
    { insert: '\n', attributes: { box: 'button' } },
  ]);
  quill.setSelection(at + label.length + 1, 0, SILENT);
}
