// The corpus and the queries that the search is measured with.
import { describe, expect, test } from 'vitest';
import { cleanHtml } from '../../../app/lib/html/clean-html';
import { readCorpus, toWords } from '../../search/corpus';
import { readGradedQueries } from '../../search/graded-queries';
import { drawKnownItems } from '../../search/known-items';
import { writeMagazine } from '../../search/magazine';

const corpus = readCorpus();
const queries = readGradedQueries('queries', corpus);
const heldOut = readGradedQueries('held-out', corpus);

describe('generated magazine', () => {
  const magazine = writeMagazine();

  test('is always the same', () => {
    expect(writeMagazine()).toEqual(magazine);
  });

  test('has its own slugs and clean text without open slots', () => {
    expect(new Set(corpus.map(({ slug }) => slug)).size).toBe(corpus.length);
    for (const { title, summary, content } of magazine) {
      expect(cleanHtml(content)).toBe(content);
      expect(title + summary + content).not.toMatch(/[{}]|undefined/);
    }
  });
});

describe('graded queries', () => {
  test('are 150, with 50 others for verification', () => {
    expect(new Set(queries.map(({ query }) => query)).size).toBe(150);
    expect(heldOut).toHaveLength(50);
    const all = new Set(queries.map(({ query }) => query));
    expect(heldOut.filter(({ query }) => all.has(query))).toEqual([]);
  });

  test('cover the same kinds in both files, none with more than 16 queries', () => {
    const kinds = [...new Set(queries.map(({ kind }) => kind))];
    expect([...new Set(heldOut.map(({ kind }) => kind))]).toEqual(kinds);
    for (const kind of kinds) {
      const count = queries.filter((query) => query.kind === kind).length;
      expect(count, kind).toBeGreaterThanOrEqual(8);
      expect(count, kind).toBeLessThanOrEqual(16);
    }
  });

  test('have relevant articles, except for things that do not exist', () => {
    const words = new Set(corpus.flatMap(({ title, text }) => toWords(title + text).split(' ')));
    for (const { kind, query, grades } of [...queries, ...heldOut]) {
      if (kind !== 'nothing') expect(grades.size, query).toBeGreaterThan(0);
      else
        expect(
          toWords(query)
            .trim()
            .split(' ')
            .some((word) => !words.has(word)),
          query,
        ).toBe(true);
    }
  });
});

describe('known items', () => {
  test('are the same for the same seed: two to four different words of the article', () => {
    const drawn = drawKnownItems(corpus, 300, 5);
    expect(drawKnownItems(corpus, 300, 5)).toEqual(drawn);
    const texts = new Map(corpus.map(({ slug, text }) => [slug, toWords(text)]));
    for (const { slug, query } of drawn) {
      const words = query.split(' ');
      expect(words.length, query).toBeGreaterThanOrEqual(2);
      expect(words.length, query).toBeLessThanOrEqual(4);
      expect(new Set(words).size, query).toBe(words.length);
      for (const word of words) {
        expect(word).toMatch(/^[a-z]{3,}$/);
        expect(texts.get(slug)).toContain(` ${word} `);
      }
    }
  });
});
