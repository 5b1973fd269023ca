// Draws lines of a list with the frequency of words in a language: the first often, the last rarely.

/** Below 1, so that the last of twenty lines still appears in about one of a hundred articles. */
const EXPONENT = 0.8;

export type Dice = () => number;

/** Mulberry32: numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed. */
export function diceFor(number: number): Dice {
  // Neighboring seeds must not start alike, so they are spread over 32 bits first.
  let state = Math.imul(number, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface DrawableLines<T> {
  readonly lines: readonly T[];
  draw(dice: Dice): T;
}

export function zipfLines<T>(lines: readonly T[]): DrawableLines<T> {
  return weightedLines(lines, (_line, rank) => (rank + 1) ** -EXPONENT);
}

/** @throws Error for an empty list, because a missing list in a vocabulary is a mistake. */
export function weightedLines<T>(
  lines: readonly T[],
  weightOf: (line: T, rank: number) => number,
): DrawableLines<T> {
  const last = lines.at(-1);
  if (last === undefined) throw new Error('A list of lines to draw from is empty.');
  let sum = 0;
  const reach = lines.map((line, rank) => {
    sum += weightOf(line, rank);
    return sum;
  });
  return {
    lines,
    draw: (dice) => {
      const aim = dice() * sum;
      return lines[reach.findIndex((limit) => aim < limit)] ?? last;
    },
  };
}

/** One of the lines, each equally likely. */
export function drawEvenly<T>(dice: Dice, from: readonly T[]): T {
  const drawn = from[Math.floor(dice() * from.length)];
  if (drawn === undefined) throw new Error('Nothing to draw from.');
  return drawn;
}
