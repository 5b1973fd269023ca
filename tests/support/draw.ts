// Chance that falls alike each time.

export interface Draw {
  /** From 0 to 1. */
  next(): number;
  /** From 0 to `below`, which is left out. */
  number(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in so many times. */
  once(inSoMany: number): boolean;
}

/** The same numbers for the same seed, so that a failure comes again. */
export function draw(seed: number): Draw {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // Seeds that follow each other begin alike.
  for (let i = 0; i < 3; i += 1) next();
  const number = (below: number) => Math.floor(next() * below);
  return {
    next,
    number,
    pick: <T>(list: readonly T[]): T => list[number(list.length)] as T,
    once: (inSoMany) => number(inSoMany) === 0,
  };
}
