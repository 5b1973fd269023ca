// Measures of ranked results. Grades are 3 (exactly what is meant), 2 (clearly relevant), 1 (marginal) and 0.

export type Grade = 0 | 1 | 2 | 3;
/** By slug; a missing slug has grade 0. */
export type Grades = ReadonlyMap<string, Grade>;

const RANKS = 10;

/**
 * Normalized discounted cumulative gain of the first ten, with the gain 2^grade - 1: 1 for the best possible order, 0 if nothing
 * relevant is found. If nothing is relevant, 1 for an empty result and otherwise 0.
 */
export function ndcgAt10(found: readonly string[], grades: Grades): number {
  const ideal = discount([...grades.values()].sort((a, b) => b - a));
  if (ideal === 0) return found.length === 0 ? 1 : 0;
  return discount([...new Set(found)].map((slug) => grades.get(slug) ?? 0)) / ideal;
}

function discount(grades: readonly Grade[]): number {
  return grades
    .slice(0, RANKS)
    .reduce<number>((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** 1 divided by the rank of the first relevant result; 0 without one. */
export function reciprocalRank(found: readonly string[], isRelevant: (slug: string) => boolean): number {
  const index = found.findIndex(isRelevant);
  return index < 0 ? 0 : 1 / (index + 1);
}

/** Share of the first `count` places that hold something relevant. Empty places count as irrelevant. */
export function precisionAt(
  count: number,
  found: readonly string[],
  isRelevant: (slug: string) => boolean,
): number {
  return found.slice(0, count).filter(isRelevant).length / count;
}

/** Returns NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
