// Key bindings for boxes and tables, and the Markdown-style shortcuts.
import Quill, { type Range } from 'quill';
import { TableCell, TableRow } from 'quill/formats/table';
import type { Context } from 'quill/modules/keyboard';
import { CALLOUTS } from '~/lib/html/article-blocks';
import { cleanAttributes } from '~/lib/html/clean-rules';
import { writeHtml } from '~/lib/html/html-tree';
import { newMedia, toItem, writeMedia } from '../media/media-block';
import { formatLines, formatsAt, insertAtomic, insertTable, tableEnd } from './insert-block';

const { USER, SILENT } = Quill.sources;
const Delta = Quill.import('delta');

/** Finds the function that inserts the block for a line such as `[button]`, if any. That function rejects if its code cannot be loaded. */
export type FindInsert = (text: string) => (() => Promise<void>) | undefined;
type Handler = (range: Range, context: Context) => boolean | undefined;

/** Typed at the start of a line and followed by a space: the format that the line gets. */
export const STARTS: Readonly<Record<string, Record<string, unknown>>> = {
  '#': { header: 1 },
  '##': { header: 2 },
  '###': { header: 3 },
  '>': { blockquote: true },
  '>>': { box: 'pull-quote' },
  '?': { box: 'question' },
  '```': { 'code-block': 'plain' },
  ...Object.fromEntries(Object.keys(CALLOUTS).map((kind) => [`[!${kind}]`, { box: `callout-${kind}` }])),
};
/** The figure for `![alt](url "caption")`; null for any other text. */
function toFigureHtml(text: string): string | null {
  const [, alt = '', src = '', caption] = /^!\[([^\]]*)\]\((\S+?)(?:\s+"([^"]*)")?\)$/.exec(text) ?? [];
  const attributes = src ? cleanAttributes({ tag: 'img', attributes: { src, alt }, children: [] }) : {};
  return attributes.src ? writeHtml([writeMedia(newMedia('figure', [toItem(attributes, caption)]))]) : null;
}

const IN_TEXT = { 'code-block': false, table: false };

/** A binding with the name of one of Quill's replaces it. Quill's other bindings run first. */
export function blockBindings(quillOf: () => Quill, findInsert: FindInsert) {
  /** Replaces the line's text. A row of cells can go on after a space, so only Enter makes it a table. */
  const insertForLine = (index: number, { line, offset, prefix }: Context, cells?: string[]): boolean => {
    const quill = quillOf();
    if (offset !== prefix.length || line.length() !== offset + 1) return false;
    const isDivider = /^(?:---|\*\*\*)$/.test(prefix);
    const insert = findInsert(prefix);
    const figure = toFigureHtml(prefix);
    if (!isDivider && !figure && !insert && (!cells || cells.length < 2)) return false;
    quill.history.cutoff();
    quill.deleteText(index - offset, offset, USER);
    if (insert) insert().catch(() => quill.insertText(index - offset, prefix, USER));
    else if (figure) insertAtomic(quill, figure);
    else if (cells) insertTable(quill, cells);
    else insertAtomic(quill, '<hr />');
    quill.history.cutoff();
    return true;
  };
  const onSpace: Handler = ({ index }, context) => {
    const quill = quillOf();
    const { prefix, offset } = context;
    const format = Object.hasOwn(STARTS, prefix.toLowerCase()) ? STARTS[prefix.toLowerCase()] : undefined;
    if (!format || offset !== prefix.length) return !insertForLine(index, context);
    // Undo restores the typed text.
    quill.insertText(index, ' ', USER);
    quill.history.cutoff();
    quill.deleteText(index - offset, offset + 1, USER);
    formatLines(quill, format);
    quill.history.cutoff();
    return false;
  };
  const onEnter: Handler = ({ index }, context) => {
    const cells = /^\|(.+)\|$/
      .exec(context.prefix)?.[1]
      ?.split('|')
      .map((cell) => cell.trim());
    return !insertForLine(index, context, cells);
  };
  const onBoxEnter: Handler = ({ index, length }, { format, empty }) => {
    const quill = quillOf();
    if (empty) {
      formatLines(quill);
      return false;
    }
    const next = format.box === 'question' ? 'answer' : format.box === 'button' ? null : format.box;
    if (next === format.box) return true;
    const [line, offset] = quill.getLine(index);
    const rest = (line?.length() ?? 1) - offset - length - 1;
    quill.updateContents(
      new Delta()
        .retain(index)
        .delete(length)
        .insert('\n', { ...line?.formats() })
        .retain(rest)
        .retain(1, { box: next, header: null, list: null, indent: null, align: null }),
      USER,
    );
    quill.setSelection(index + 1, 0, SILENT);
    return false;
  };
  /** At the start of a box, Backspace ends the box before it joins lines. */
  const onBoxBackspace: Handler = ({ index }, { format }) => {
    const quill = quillOf();
    if (format.box !== 'question' && index > 0 && formatsAt(quill, index - 1).box === format.box) return true;
    formatLines(quill);
    return false;
  };
  /** Enter goes to the cell below, and after the last row to the paragraph after the table. */
  const onCellEnter: Handler = ({ index }, { line }) => {
    const quill = quillOf();
    const row = line.parent;
    if (!(line instanceof TableCell) || !(row instanceof TableRow)) return true;
    const cell = line.cellOffset();
    if (!row.prev && cell === 0 && index === 0) {
      quill.updateContents(new Delta().insert('\n'), USER);
      return false;
    }
    const below = row.next instanceof TableRow ? row.next.children.at(cell) : null;
    const end = below ? quill.getIndex(below) : tableEnd(quill, index);
    if (!below && quill.getText(end, 1) !== '\n')
      quill.updateContents(new Delta().retain(end).insert('\n'), USER);
    quill.setSelection(end, 0, SILENT);
    return false;
  };
  const onTools: Handler = () => {
    const tools = quillOf()
      .root.closest('.rich-editor')
      ?.querySelector<HTMLElement>('.table-tools .rich-tool[tabindex="0"]');
    tools?.focus();
    return !tools;
  };
  const onRowKey: Handler = () => {
    import('./edit-table').then(
      ({ addRow }) => addRow(quillOf(), 'below'),
      // The row can be added again.
      () => {},
    );
    return false;
  };
  return {
    'table row': { key: 'Enter', shortKey: true, format: ['table'], handler: onRowKey },
    'table tools': { key: 'F10', altKey: true, format: ['table'], handler: onTools },
    'table enter': { key: 'Enter', shiftKey: false, format: ['table'], handler: onCellEnter },
    shortcut: { key: ' ', collapsed: true, format: IN_TEXT, handler: onSpace },
    'shortcut enter': { key: 'Enter', collapsed: true, format: IN_TEXT, handler: onEnter },
    'box enter': { key: 'Enter', format: ['box'], handler: onBoxEnter },
    'box backspace': {
      key: 'Backspace',
      collapsed: true,
      offset: 0,
      format: ['box'],
      handler: onBoxBackspace,
    },
  };
}
