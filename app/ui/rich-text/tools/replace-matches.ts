// Replaces matches in the document of the rich-text editor.
import Quill from 'quill';
import { opsIn } from '../html/rich-op';
import type { TextMatch } from './find-matches';

const Delta = Quill.import('delta');

/** Replaces the matches as one step for Undo. The new text gets the formats of the first replaced character. */
export function replaceMatches(quill: Quill, matches: readonly TextMatch[], text: string): void {
  let end = 0;
  const change = new Delta();
  for (const { index, length } of matches) {
    change.retain(index - end);
    if (text !== '') change.insert(text, opsIn(quill, index, 1)[0]?.attributes);
    change.delete(length);
    end = index + length;
  }
  quill.history.cutoff();
  quill.updateContents(change, Quill.sources.USER);
  quill.history.cutoff();
}
