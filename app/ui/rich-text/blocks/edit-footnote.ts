// The dialog for a footnote's text. Loaded when the browser is idle.
import Quill, { type Op } from 'quill';
import { writeHtml } from '~/lib/html/html-tree';
import { readHtml } from '../html/dom-tree';
import type { RichOp } from '../html/rich-op';
import type { Question } from '../rich-dialog';
import { formatsAt } from './insert-block';
import { fromNoteText, toNoteText } from './note-text';

const { USER, SILENT } = Quill.sources;

export interface FootnotePlace {
  /** Of an existing reference. */
  index?: number;
  /** Whether `[^` was typed before the cursor. The note replaces it. */
  isTyped?: boolean;
}

const EMPTY = 'Enter the text of the footnote.';
const TYPED = '[^';

/** Edits the note at `index` or next to the cursor, or adds one at the cursor. Null in code. */
export function askForFootnote(quill: Quill, place: FootnotePlace = {}): Question | null {
  const { index, length } = quill.getSelection(true);
  const found = place.isTyped ? null : findFootnote(quill, place.index);
  if (!found && formatsAt(quill, index)['code-block']) return null;
  const before = found ? toNoteText(readHtml(found.note)) : '';
  const change = (start: number, removed: number, note: string) => {
    const ops: (Op | RichOp)[] = [{ retain: start }, { delete: removed }, { insert: { footnote: note } }];
    quill.history.cutoff();
    quill.updateContents(
      ops.filter((op) => Object.values(op)[0] !== 0 && (note || !('insert' in op))),
      USER,
    );
    quill.history.cutoff();
    quill.setSelection(start + (note ? 1 : 0), 0, SILENT);
  };
  const end = index + length;
  /** Characters of a typed "[^". */
  const typed = () => (place.isTyped && quill.getText(Math.max(0, end - 2), 2) === TYPED ? 2 : 0);
  return {
    title: found ? 'Edit footnote' : 'Add footnote',
    fields: [
      {
        label: 'Footnote',
        hint: 'Write a link as [text](https://example.com), italics as *text* and bold as **text**. Other formats are tags: H<sub>2</sub>O.',
        value: before,
        isLong: true,
      },
    ],
    answer([text = '']) {
      if (!text) return { field: 0, message: EMPTY };
      const note = writeHtml(fromNoteText(text)).trim();
      if (!found) change(end - typed(), typed(), note);
      else if (text !== before.trim()) change(found.index, 1, note);
      return null;
    },
    // After Escape, "[^" stays as text.
    cancel: () => typed() > 0 && change(end - typed(), typed(), ''),
    other: found ? { label: 'Remove footnote', act: () => change(found.index, 1, '') } : undefined,
  };
}

/** The reference at `index`, or the first one in the selection or next to the cursor. */
function findFootnote(quill: Quill, index?: number): { index: number; note: string } | null {
  const selection = quill.getSelection(true);
  const isCursor = index === undefined && selection.length === 0;
  let at = index ?? Math.max(0, selection.index - (isCursor ? 1 : 0));
  const end = index === undefined ? selection.index + Math.max(1, selection.length) : index + 1;
  for (const { insert } of quill.getContents(at, end - at).ops) {
    if (typeof insert === 'object' && typeof insert.footnote === 'string')
      return { index: at, note: insert.footnote };
    at += typeof insert === 'string' ? insert.length : 1;
  }
  return null;
}
