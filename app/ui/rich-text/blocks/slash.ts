// Recognizes "/" at the start of a line, which opens the menu of blocks, and "[^", which adds a footnote.
import type Quill from 'quill';
import type { Delta } from 'quill';
import { formatsAt } from './insert-block';

const LONGEST = 30;

/** What was typed after "/" in a line with nothing else, if the cursor is behind it; otherwise null. */
export function readSlash(quill: Quill): string | null {
  const selection = quill.getSelection();
  if (!selection || selection.length > 0) return null;
  const [line, offset] = quill.getLine(selection.index);
  if (!line || offset === 0 || offset > LONGEST || line.length() !== offset + 1) return null;
  const { 'code-block': code, table } = formatsAt(quill, selection.index);
  const text = quill.getText(selection.index - offset, offset);
  return !code && !table && /^\/(?:\S.*)?$/.test(text) && text.length === offset ? text.slice(1) : null;
}

/** Whether the change completed "[^" outside of code. */
export function startsFootnote(quill: Quill, { ops }: Delta): boolean {
  const before = ops.length > 1 && typeof ops[0]?.retain === 'number' ? ops[0].retain : 0;
  if (ops.at(-1)?.insert !== '^' || before === 0 || quill.getText(before - 1, 2) !== '[^') return false;
  return !formatsAt(quill, before)['code-block'] && !quill.getFormat(before, 1).code;
}

/** Whether the change inserted "/" at the start of a line. */
export function startsWithSlash(quill: Quill, { ops }: Delta): boolean {
  const before = ops.length > 1 && typeof ops[0]?.retain === 'number' ? ops[0].retain : 0;
  return ops.at(-1)?.insert === '/' && quill.getLine(before)[1] === 0;
}
