// Splits text into parts that match a search or don't. Pure; ignores case and accents, as the search does.

export interface TextPart {
  text: string;
  matched: boolean;
}

export type Highlight = (text: string) => TextPart[];

interface FoldedText {
  folded: string;
  /** For each folded character, the index of its original character. */
  starts: number[];
}

const WORD_CHARACTER = '[\\p{L}\\p{N}]';
const NO_WORD_CHARACTER = '[^\\p{L}\\p{N}]';

function fold(text: string): FoldedText {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    folded += bare.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
    for (let unit = 0; unit < bare.length; unit++) starts.push(at);
    at += character.length;
  }
  return { folded, starts };
}

/**
 * Returns a function that splits a text into all its parts in order.
 * @param forms words and phrases in lower case without accents; a phrase also matches with punctuation between its words
 * @param inside matches anywhere, even within words
 */
export function makeHighlight(forms: readonly string[], inside = ''): Highlight {
  const pattern = toPattern(forms, inside.trim());
  return (text) => {
    const { folded, starts } = fold(text);
    const parts: TextPart[] = [];
    let from = 0;
    const addUntil = (end: number, matched: boolean) => {
      const to = starts[end] ?? text.length;
      if (to > from) parts.push({ text: text.slice(from, to), matched });
      from = to;
    };
    for (const match of pattern ? folded.matchAll(pattern) : []) {
      const [whole, before = ''] = match;
      addUntil(match.index + before.length, false);
      addUntil(match.index + whole.length, true);
    }
    addUntil(folded.length, false);
    return parts;
  };
}

/** The forms that occur in a text as whole words. */
export function formsIn(text: string, forms: readonly string[]): string[] {
  const toWords = (some: string) =>
    some
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const words = ` ${toWords(text)} `;
  return forms.filter((form) => words.includes(` ${toWords(form)} `));
}

/** Its first group is the character before a word: lookbehind would keep older browsers from loading the script. */
function toPattern(forms: readonly string[], inside: string): RegExp | null {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const words = longestFirst.map((form) => form.split(' ').map(escapePattern).join(`${NO_WORD_CHARACTER}+`));
  const form = `(?:${words.join('|')})(?!${WORD_CHARACTER})`;
  const sources = [
    // Neighboring matches are one part, so that the space between them is marked too.
    ...(words.length > 0 ? [`(^|${NO_WORD_CHARACTER})${form}(?:\\s+${form})*`] : []),
    ...(inside ? [escapePattern(fold(inside).folded).replace(/\s+/g, '\\s+')] : []),
  ];
  return sources.length > 0 ? new RegExp(sources.join('|'), 'gu') : null;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
