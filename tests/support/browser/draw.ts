// Seeded random choices.

export interface Draw {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number from 0 to `below` - 1. */
  number(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with a probability of 1 in `inSoMany`. */
  once(inSoMany: number): boolean;
}

/** Returns the same sequence for the same seed, so that a failure can be reproduced. */
export function draw(seed: number): Draw {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // Consecutive seeds start with similar numbers, so skip the first three.
  for (let i = 0; i < 3; i += 1) next();
  const number = (below: number) => Math.floor(next() * below);
  return {
    next,
    number,
    pick: <T>(list: readonly T[]): T => list[number(list.length)] as T,
    once: (inSoMany) => number(inSoMany) === 0,
  };
}
