// Lines of a list, drawn the way words occur in a language: the first often, the last seldom.

/** Below 1, so that the tail of a list of twenty still shows up in every hundredth article. */
const EXPONENT = 0.8;

export type Dice = () => number;

/** Mulberry32: the same number always starts the same row of throws, from 0 (inclusive) to 1 (exclusive). */
export function diceFor(number: number): Dice {
  // Neighbouring numbers must not throw alike at first, so they are spread over 32 bits before the start.
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

/** Throws for an empty list: a missing list in a vocabulary is a mistake to hear of at once. */
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

/** One of them, all equally likely. */
export function drawEvenly<T>(dice: Dice, from: readonly T[]): T {
  const drawn = from[Math.floor(dice() * from.length)];
  if (drawn === undefined) throw new Error('Nothing to draw from.');
  return drawn;
}
