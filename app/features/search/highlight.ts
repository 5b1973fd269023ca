// Which parts of a text answer a query. Pure; accents and case do not matter, as in the search itself.

export interface TextPart {
  text: string;
  matched: boolean;
}

interface FoldedText {
  folded: string;
  /** For each folded character, where its original begins. */
  starts: number[];
}

const SHORTEST_WORD = 2;
/** Shorter ones count at the beginning of a word only: "ai" is not what "waits" is about. */
const SHORTEST_INSIDE = 4;

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

/** The text cut into parts, in order and complete. The whole query counts first; where it is absent, its words do. */
export function highlight(text: string, query: string): TextPart[] {
  const phrase = fold(query.trim().replace(/\s+/g, ' ')).folded;
  const { folded, starts } = fold(text);
  const words = phrase.split(' ').filter((word) => word.length >= SHORTEST_WORD);
  const wanted = phrase.includes(' ') && folded.includes(phrase) ? [phrase] : words;

  const inMatch = new Array<boolean>(folded.length).fill(false);
  for (const word of wanted) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      if (word.length >= SHORTEST_INSIDE || !isWordCharacter(folded[at - 1])) {
        inMatch.fill(true, at, at + word.length);
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
