// Recognizes "[[", which finds an article to link to, and replaces it by the link.
import Quill, { type Delta as QuillDelta } from 'quill';
import { formatsAt } from '../blocks/insert-block';
import { opsIn } from '../html/rich-op';
import { textWithObjects } from './find-matches';

const Delta = Quill.import('delta');

/** Something to link to. */
export interface LinkChoice {
  id: string;
  title: string;
  href: string;
  /** Such as "Draft"; '' if it is public. */
  note: string;
}

/** Returns null when the search fails. */
export type FindLinks = (text: string, signal: AbortSignal) => Promise<LinkChoice[] | null>;

/** What was typed after "[[" in the same line, if the cursor is behind it; otherwise null. */
export function readTypedLink(quill: Quill): string | null {
  const selection = quill.getSelection();
  if (!selection || selection.length > 0 || formatsAt(quill, selection.index)['code-block']) return null;
  const [, offset] = quill.getLine(selection.index);
  const before = textWithObjects(opsIn(quill, selection.index - offset, offset));
  return /\[\[([^[\]\n\uFFFC]{0,60})$/.exec(before)?.[1] ?? null;
}

/** Whether the change inserted "[", as typing does. */
export function endsWithBracket({ ops }: QuillDelta): boolean {
  const inserted = ops.at(-1)?.insert;
  return typeof inserted === 'string' && inserted.endsWith('[');
}

/** Replaces "[[" and what follows by the title, as a link. */
export function insertTypedLink(quill: Quill, { title, href }: LinkChoice): void {
  const typed = readTypedLink(quill);
  if (typed === null) return;
  const start = quill.getSelection(true).index - typed.length - 2;
  const attributes = { ...opsIn(quill, start, 1)[0]?.attributes, link: href };
  quill.history.cutoff();
  quill.updateContents(
    new Delta()
      .retain(start)
      .insert(title, attributes)
      .delete(typed.length + 2),
    Quill.sources.USER,
  );
  quill.history.cutoff();
  quill.setSelection(start + title.length, 0, Quill.sources.SILENT);
  // Text typed next is not part of the link.
  quill.format('link', false, Quill.sources.SILENT);
}
