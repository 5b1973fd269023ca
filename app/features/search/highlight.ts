// Splits text into parts that match a search query or don't. Pure; ignores case and accents, as the search
// does.

export interface TextPart {
  text: string;
  matched: boolean;
}

interface FoldedText {
  folded: string;
  /** For each folded character, the index of its original character. */
  starts: number[];
}

const MIN_WORD_LENGTH = 2;
/** Shorter words match at the beginning of a word only, so that "ai" doesn't match "waits". */
const MIN_INSIDE_LENGTH = 4;

function fold(text: string): FoldedText {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const bare of character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()) {
      folded += bare;
      for (let unit = 0; unit < bare.length; unit++) starts.push(at);
    }
    at += character.length;
  }
  return { folded, starts };
}

/** All parts of the text in order. Matches the whole query, or its words if the text doesn't contain it. */
export function highlight(text: string, query: string): TextPart[] {
  const phrase = fold(query.trim().replace(/\s+/g, ' ')).folded;
  const { folded, starts } = fold(text);
  const words = phrase.split(' ').filter((word) => word.length >= MIN_WORD_LENGTH);
  const terms = phrase.includes(' ') && folded.includes(phrase) ? [phrase] : words;

  const inMatch = new Array<boolean>(folded.length).fill(false);
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      if (term.length >= MIN_INSIDE_LENGTH || !isWordCharacter(folded[at - 1])) {
        inMatch.fill(true, at, at + term.length);
      }
    }
  }

  const parts: TextPart[] = [];
  let from = 0;
  for (let at = 1; at <= folded.length; at++) {
    if (at < folded.length && inMatch[at] === inMatch[at - 1]) continue;
    const to = starts[at] ?? text.length;
    parts.push({ text: text.slice(from, to), matched: inMatch[at - 1] === true });
    from = to;
  }
  return parts;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
