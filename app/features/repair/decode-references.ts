// Character references that show as themselves ("Tom &amp;amp; Jerry"): what encoding a text twice leaves of its letters.
import { parseHtml } from '~/lib/parse-html';

/** The longest name HTML knows has 32 characters; numbers with more zeros in front are nobody's. */
const LONGEST = 40;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const WHOLE_REFERENCE = new RegExp(`^${REFERENCE.source}$`, 'i');
/** Controls, and what stands for characters that are none. Line ends and tabs are white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const NO_TEXT = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F\uFFFD\uFDD0-\uFDEF\uFFFE\uFFFF]/;

export interface Decoded {
  text: string;
  /** How many were decoded. */
  count: number;
}

/**
 * All of HTML's references, named and numeric, however many times they were encoded: what comes out holds none that
 * could be decoded. Only whole ones with their semicolon, so that "R&D" and "?a=1&copy=2" stay; none that would bring a
 * control character. Takes time in proportion to the text, whatever it holds: a reference is complete when its semicolon
 * comes, so each semicolon looks back once.
 */
export function decodeReferences(text: string): Decoded {
  if (!text.includes('&')) return { text, count: 0 };
  let count = 0;
  /** The text so far, in pieces without a whole reference; each ends with a semicolon but the last. */
  const done = new Tail();
  let from = 0;
  for (let end = text.indexOf(';'); end >= 0; end = text.indexOf(';', from)) {
    done.push(text.slice(from, end + 1));
    from = end + 1;
    for (let found = lastReference(done); found; found = lastReference(done)) {
      done.replaceEnd(found.length, found.decoded);
      count += 1;
    }
  }
  return { text: done.text + text.slice(from), count };
}

/** A growing text whose end is changed: what lies further back than one reference is put away. */
class Tail {
  private readonly settled: string[] = [];
  end = '';
  push(piece: string): void {
    this.end += piece;
    if (this.end.length <= LONGEST * 4) return;
    this.settled.push(this.end.slice(0, -LONGEST * 2));
    this.end = this.end.slice(-LONGEST * 2);
  }
  replaceEnd(length: number, by: string): void {
    this.end = this.end.slice(0, -length) + by;
    while (this.end.length < LONGEST && this.settled.length > 0) {
      const piece = this.settled.pop() as string;
      this.end = piece.slice(-LONGEST) + this.end;
      if (piece.length > LONGEST) this.settled.push(piece.slice(0, -LONGEST));
    }
  }
  get text(): string {
    return this.settled.join('') + this.end;
  }
}

function lastReference({ end }: Tail): { length: number; decoded: string } | null {
  if (!end.endsWith(';')) return null;
  const reference = end.slice(Math.max(0, end.length - LONGEST));
  const start = reference.lastIndexOf('&');
  if (start < 0) return null;
  const whole = reference.slice(start);
  const decoded = decodeReference(whole);
  return decoded === null ? null : { length: whole.length, decoded };
}

const known = new Map<string, string | null>();
/** Names are some two thousand; of numbers there is no end. */
const MOST_KNOWN = 5_000;

/** What a browser makes of one reference; null for what is none, or brings no text. */
export function decodeReference(reference: string): string | null {
  if (!WHOLE_REFERENCE.test(reference)) return null;
  const found = known.get(reference);
  if (found !== undefined) return found;
  const [text] = parseHtml(reference);
  // Two characters at most belong to one reference: of an unknown name that begins like a known one more is left.
  const isOne =
    typeof text === 'string' && text !== reference && [...text].length <= 2 && !NO_TEXT.test(text);
  const decoded = isOne ? text : null;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(reference, decoded);
  return decoded;
}

/** Every reference in a source text that stands for a character, and how often. */
export function countReferences(source: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [reference] of source.matchAll(REFERENCE)) {
    if (decodeReference(reference) !== null) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}
