// Decodes character references that a double encoding left visible in the text ("Tom &amp;amp; Jerry").
import { parseHtml } from '~/lib/html/parse-html';

/** The longest name in HTML has 32 characters. Numbers with more leading zeros than fit are not decoded. */
const MAX_REFERENCE_LENGTH = 40;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const WHOLE_REFERENCE = new RegExp(`^${REFERENCE.source}$`, 'i');
/** Control characters, noncharacters and U+FFFD. Line ends and tabs count as white space instead. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const NON_TEXT = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F\uFFFD\uFDD0-\uFDEF\uFFFE\uFFFF]/;

export interface Decoded {
  text: string;
  /** Number of references decoded. */
  count: number;
}

/**
 * Decodes named and numeric references, however often they were encoded, until none is left. Only complete
 * references with a semicolon count, so "R&D" and "?a=1&copy=2" stay; references to control characters stay
 * too. Runs in linear time: a reference is complete at its semicolon, so each semicolon looks back once.
 */
export function decodeReferences(text: string): Decoded {
  if (!text.includes('&')) return { text, count: 0 };
  let count = 0;
  /** The text so far; only its end can still contain a reference. */
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

/**
 * A text that is appended to and edited at its end. Everything more than one reference back is moved to
 * `settled`.
 */
class Tail {
  private readonly settled: string[] = [];
  end = '';
  push(piece: string): void {
    this.end += piece;
    if (this.end.length <= MAX_REFERENCE_LENGTH * 4) return;
    this.settled.push(this.end.slice(0, -MAX_REFERENCE_LENGTH * 2));
    this.end = this.end.slice(-MAX_REFERENCE_LENGTH * 2);
  }
  replaceEnd(length: number, by: string): void {
    this.end = this.end.slice(0, -length) + by;
    while (this.end.length < MAX_REFERENCE_LENGTH) {
      const piece = this.settled.pop();
      if (piece === undefined) return;
      this.end = piece.slice(-MAX_REFERENCE_LENGTH) + this.end;
      if (piece.length > MAX_REFERENCE_LENGTH) this.settled.push(piece.slice(0, -MAX_REFERENCE_LENGTH));
    }
  }
  get text(): string {
    return this.settled.join('') + this.end;
  }
}

function lastReference({ end }: Tail): { length: number; decoded: string } | null {
  if (!end.endsWith(';')) return null;
  const reference = end.slice(Math.max(0, end.length - MAX_REFERENCE_LENGTH));
  const start = reference.lastIndexOf('&');
  if (start < 0) return null;
  const whole = reference.slice(start);
  const decoded = decodeReference(whole);
  return decoded === null ? null : { length: whole.length, decoded };
}

const cache = new Map<string, string | null>();
/** HTML has about 2,000 names, but numeric references are unbounded. */
const MAX_CACHED = 5_000;

/** Decodes one reference as a browser does; null if it is not a reference or not text. */
export function decodeReference(reference: string): string | null {
  if (!WHOLE_REFERENCE.test(reference)) return null;
  const found = cache.get(reference);
  if (found !== undefined) return found;
  const [text] = parseHtml(reference);
  // A reference decodes to at most two characters. An unknown name that starts with a known one leaves more.
  const isOne =
    typeof text === 'string' && text !== reference && [...text].length <= 2 && !NON_TEXT.test(text);
  const decoded = isOne ? text : null;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(reference, decoded);
  return decoded;
}

/** Counts the valid references in an HTML source. */
export function countReferences(source: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [reference] of source.matchAll(REFERENCE)) {
    if (decodeReference(reference) !== null) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}
