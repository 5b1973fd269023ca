// The measures of search quality.
import { describe, expect, test } from 'vitest';
import { type Grades, mean, ndcgAt10, precisionAt, reciprocalRank } from '../../search/ratings';

const grades: Grades = new Map([
  ['exact', 3],
  ['relevant', 2],
  ['marginal', 1],
]);

describe('ndcgAt10', () => {
  test('is 1 for the best order, also if others follow', () => {
    expect(ndcgAt10(['exact', 'relevant', 'marginal', 'other'], grades)).toBe(1);
  });

  test('is 0 if nothing relevant is found', () => {
    expect(ndcgAt10([], grades)).toBe(0);
    expect(ndcgAt10(['other'], grades)).toBe(0);
  });

  test('discounts later ranks by the logarithm, with the gain 2^grade - 1', () => {
    const ideal = 7 + 3 / Math.log2(3) + 1 / 2;
    const found = 1 + 3 / Math.log2(3) + 7 / 2;
    expect(ndcgAt10(['marginal', 'relevant', 'exact'], grades)).toBeCloseTo(found / ideal, 10);
    expect(ndcgAt10(['other', 'exact'], grades)).toBeCloseTo(7 / Math.log2(3) / ideal, 10);
  });

  test('ignores everything after the tenth rank', () => {
    const others = Array.from({ length: 10 }, (_, index) => `other-${index}`);
    expect(ndcgAt10([...others, 'exact'], grades)).toBe(0);
    const many: Grades = new Map(Array.from({ length: 12 }, (_, index) => [`exact-${index}`, 3]));
    expect(ndcgAt10([...many.keys()], many)).toBe(1);
  });

  test('does not count an article twice', () => {
    expect(ndcgAt10(['exact', 'exact', 'exact'], grades)).toBe(ndcgAt10(['exact'], grades));
  });

  test('expects an empty result if nothing is relevant', () => {
    expect(ndcgAt10([], new Map())).toBe(1);
    expect(ndcgAt10(['other'], new Map())).toBe(0);
  });
});

test('reciprocalRank looks for the first relevant result', () => {
  const isRelevant = (slug: string) => slug === 'b' || slug === 'c';
  expect(reciprocalRank(['b', 'c'], isRelevant)).toBe(1);
  expect(reciprocalRank(['a', 'a', 'a', 'c'], isRelevant)).toBe(0.25);
  expect(reciprocalRank(['a'], isRelevant)).toBe(0);
});

test('precisionAt counts empty places as irrelevant', () => {
  const isRelevant = (slug: string) => slug.startsWith('r');
  expect(precisionAt(3, ['r1', 'x', 'r2', 'r3'], isRelevant)).toBeCloseTo(2 / 3);
  expect(precisionAt(3, ['r1'], isRelevant)).toBeCloseTo(1 / 3);
});

test('mean of nothing is not a number', () => {
  expect(mean([1, 2])).toBe(1.5);
  expect(mean([])).toBeNaN();
});
