// Whether something that is looked at again and again stays as it is, or grows.

/** How much more than in the middle third it may be in the last. The first is for warming up. */
const FLAT = 1.1;

export interface Thirds {
  middle: number;
  last: number;
  /** For whoever reads the figures. */
  verdict: 'flat' | 'NOT FLAT';
}

/** Means of the middle and of the last third. */
export function compareThirds(values: readonly number[]): Thirds {
  const third = Math.floor(values.length / 3);
  const middle = mean(values.slice(-2 * third, -third));
  const last = mean(values.slice(-third));
  return { middle, last, verdict: last / middle <= FLAT ? 'flat' : 'NOT FLAT' };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
