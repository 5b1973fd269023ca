// Finds text in the document of the rich-text editor.
import type { RichOp } from '../html/rich-op';

export interface FindOptions {
  matchCase: boolean;
  wholeWords: boolean;
}

/** Where a match is, counted as Quill counts: an object such as an image has the length 1. */
export interface TextMatch {
  index: number;
  length: number;
}

/** The character for an object in the text: Unicode’s object replacement character. */
export const OBJECT = '\uFFFC';

/** The text of a document. Each position equals Quill's index. */
export function textWithObjects(ops: readonly RichOp[]): string {
  return ops.map(({ insert }) => (typeof insert === 'string' ? insert : OBJECT)).join('');
}

/** All matches that do not overlap. A space also matches a no-break space. */
export function findMatches(text: string, query: string, options: FindOptions): TextMatch[] {
  if (query === '') return [];
  const literal = query.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/[ \u00A0]/g, '[ \\u00A0]');
  const pattern = options.wholeWords
    ? String.raw`(?<![\p{L}\p{M}\p{N}_])${literal}(?![\p{L}\p{M}\p{N}_])`
    : literal;
  const matches = text.matchAll(new RegExp(pattern, options.matchCase ? 'gu' : 'giu'));
  return [...matches].map(({ index, 0: { length } }) => ({ index, length }));
}

/** The place in the list of the first match at or after `from`; the first match if there is none. */
export function matchFrom(matches: readonly TextMatch[], from: number): number {
  return Math.max(
    0,
    matches.findIndex(({ index }) => index >= from),
  );
}
