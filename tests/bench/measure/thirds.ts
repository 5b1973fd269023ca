// Checks whether a repeatedly measured value grows.

/** The mean of the last third may exceed that of the middle third by 10%. The first third is the warm-up. */
const FLAT = 1.1;

export interface Thirds {
  middle: number;
  last: number;
  /** Printed with the figures. */
  verdict: 'flat' | 'NOT FLAT';
}

/** Means of the middle and the last third. */
export function compareThirds(values: readonly number[]): Thirds {
  const third = Math.floor(values.length / 3);
  const middle = mean(values.slice(-2 * third, -third));
  const last = mean(values.slice(-third));
  return { middle, last, verdict: last / middle <= FLAT ? 'flat' : 'NOT FLAT' };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
