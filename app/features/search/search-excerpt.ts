// Chooses what a search result shows below its title. Pure.
import type { Highlight } from './highlight';

/** The database returns shorter excerpts only at the end of a text. */
const WHOLE_EXCERPT = 300;
/** About three lines. */
const SHOWN_LENGTH = 220;

const SENTENCE_START = /(?:[.!?]["”’)]?|\u00a0·)\s+(?=\S)/g;

/** The summary if it contains a match or the text doesn't, else the text around its first match. */
export function toShownText(summary: string, excerpt: string | null, highlight: Highlight): string {
  if (excerpt === null || findMatch(summary, highlight) !== null) return summary;
  const text = joinBlocks(excerpt);
  const match = findMatch(text, highlight);
  return match === null ? summary : trimExcerpt(text, match, excerpt.length < WHOLE_EXCERPT);
}

/**
 * Joins the lines of a text, each of which is a heading, paragraph or list item. A middle dot (` · `) follows a
 * line that has no final punctuation.
 */
function joinBlocks(text: string): string {
  return text.trim().replace(/([.!?:;,…]["”’)]?)?\n/g, (_, end?: string) => (end ? `${end} ` : '\u00a0· '));
}

/** Where the first match begins, or null. */
function findMatch(text: string, highlight: Highlight): number | null {
  let at = 0;
  for (const part of highlight(text)) {
    if (part.matched) return at;
    at += part.text.length;
  }
  return null;
}

/**
 * Begins with the sentence of the match if possible, and ends after a whole word. Ellipses show what is left out.
 * @param isEnd the excerpt ends with the text
 */
function trimExcerpt(excerpt: string, match: number, isEnd: boolean): string {
  const before = excerpt.slice(0, match);
  const sentence = [...before.matchAll(SENTENCE_START)].at(-1);
  const space = before.indexOf(' ');
  let from = 0;
  if (sentence) from = sentence.index + sentence[0].length;
  // An excerpt that starts with neither an uppercase character nor a number may start within a word.
  else if (!/^["“‘(]?[\p{Lu}\p{N}]/u.test(excerpt) && space >= 0) from = space + 1;
  const start = from > 0 && !sentence ? '…' : '';

  const rest = excerpt.slice(from);
  if (rest.length <= SHOWN_LENGTH && isEnd) return start + rest.trimEnd();
  const end = rest.slice(0, SHOWN_LENGTH).lastIndexOf(' ');
  return `${start}${rest.slice(0, end > match - from ? end : undefined).replace(/[\s,;:·–—-]+$/, '')}…`;
}
