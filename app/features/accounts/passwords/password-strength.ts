// A rough estimate of password strength for the hint under the field. The server applies its own rules.

export interface Strength {
  level: 1 | 2 | 3 | 4;
  /** Starts with the level's name. */
  text: string;
}

const TEXTS = {
  1: 'Weak. Add more words or characters.',
  2: 'Fair. One more word makes it much stronger.',
  3: 'Good. Hard to guess.',
  4: 'Strong. Very hard to guess.',
} as const;
const PREDICTABLE = 'Weak. Avoid names, common words and keyboard patterns.';

/** Common parts of passwords. The server checks ten thousand complete ones. */
const COMMON_PARTS =
  'password passw0rd welcome letmein iloveyou sunshine princess football baseball superman monkey dragon master shadow secret admin login changeme lawyer lawfirm academy'.split(
    ' ',
  );
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc', '1q2w3e4r5t'];
/** Estimated entropy in bits: of a predictable part, and (in the constants below) of single characters. */
const PART_BITS = 7;
const BITS_PER_CHARACTER = 3.5;
const MIXED_CASE_BITS = 0.8;
const DIGIT_BITS = 3.3;
const SYMBOL_BITS = 5;
/** Minimum bits for Fair, Good and Strong. */
const [FAIR, GOOD, STRONG] = [28, 45, 58];

/** @param words known facts about the user and the site, such as address and name */
export function estimateStrength(password: string, words: readonly string[] = []): Strength {
  const { rest, parts } = takePredictable(password, words);
  const bits = bitsOf(rest) + parts * PART_BITS;
  const level = bits < FAIR ? 1 : bits < GOOD ? 2 : bits < STRONG ? 3 : 4;
  return { level, text: level === 1 && parts > 0 ? PREDICTABLE : TEXTS[level] };
}

/** The password without its predictable parts, and the number of those parts. */
function takePredictable(password: string, words: readonly string[]): { rest: string; parts: number } {
  const known = words
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter(({ length }) => length > 2);
  let rest = password;
  let parts = 0;
  for (const part of [...COMMON_PARTS, ...known, ...findRuns(password)]) {
    const at = rest.toLowerCase().indexOf(part.toLowerCase());
    if (at < 0) continue;
    rest = rest.slice(0, at) + rest.slice(at + part.length);
    parts += 1;
  }
  return { rest, parts };
}

/**
 * Finds sequences and years: `abcd`, `4321`, `aaaa`, `2026`. At least three characters, or four for keyboard
 * rows.
 */
function findRuns(password: string): string[] {
  const text = password.toLowerCase();
  const runs: string[] = text.match(/(?:19|20)\d\d/g) ?? [];
  for (let from = 0; from < text.length; ) {
    const length = Math.max(sequenceLength(text, from), rowLength(text, from));
    if (length > 0) runs.push(text.slice(from, from + length));
    from += length || 1;
  }
  return runs;
}

/** Length of a run whose characters differ by a constant 0, 1 or -1; 0 for fewer than three. */
function sequenceLength(text: string, from: number): number {
  const step = text.charCodeAt(from + 1) - text.charCodeAt(from);
  if (!(Math.abs(step) <= 1)) return 0;
  let end = from + 1;
  while (text.charCodeAt(end + 1) - text.charCodeAt(end) === step) end += 1;
  return end - from >= 2 ? end - from + 1 : 0;
}

function rowLength(text: string, from: number): number {
  for (let length = text.length - from; length >= 4; length -= 1) {
    const part = text.slice(from, from + length);
    if (KEYBOARD_ROWS.some((row) => row.includes(part) || row.includes([...part].reverse().join(''))))
      return length;
  }
  return 0;
}

function bitsOf(text: string): number {
  const isMixed = /\p{Ll}.*\p{Lu}/u.test(text);
  return [...text].reduce((bits, character) => {
    if (/\p{N}/u.test(character)) return bits + DIGIT_BITS;
    if (/[\p{L}\s]/u.test(character)) return bits + BITS_PER_CHARACTER + (isMixed ? MIXED_CASE_BITS : 0);
    return bits + SYMBOL_BITS;
  }, 0);
}
