// What scale tests expect of generated articles.
import { describe, expect, test } from 'vitest';
import { cleanHtml, htmlToText } from '../../../app/lib/html/clean-html';
import { toSlug } from '../../../app/lib/slug';
import { writeArticle } from '../../../db/seed/article-writer';
import { compileTemplate, titleCase } from '../../../db/seed/sentence-template';
import { diceFor, zipfLines } from '../../../db/seed/zipf-lines';

const COUNT = 2000;
const written = Array.from({ length: COUNT }, (_, index) => writeArticle(index + 1));
const shareOf = (word: string) =>
  written.filter(({ content }) => htmlToText(content).toLowerCase().includes(word)).length / COUNT;

describe('generated article', () => {
  test('is the same for the same number', () => {
    const { dice: _, ...again } = writeArticle(17);
    expect(written[16]).toMatchObject(again);
  });

  test('is stored unchanged by HTML cleaning', () => {
    for (const { content } of written.slice(0, 300)) expect(cleanHtml(content)).toBe(content);
  });

  test('fills every slot of its templates', () => {
    for (const { title, summary, content } of written)
      expect(title + summary + content).not.toMatch(/[{}]|undefined/);
  });

  test('is about 1.2 to 2.5 kB long, with headings and paragraphs', () => {
    const lengths = written.map(({ content }) => content.length);
    expect(Math.min(...lengths)).toBeGreaterThan(1000);
    expect(Math.max(...lengths)).toBeLessThan(2700);
    for (const { content } of written) expect(content).toMatch(/^<p>.*<h2>.*<p>/s);
  });

  test('has a title that yields a slug', () => {
    for (const { title } of written) expect(toSlug(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('rarely has the title of another', () => {
    expect(new Set(written.map(({ title }) => title)).size).toBeGreaterThan(COUNT * 0.9);
  });
});

describe('vocabulary', () => {
  test('has common words, words in about 2% and 0.2% of articles, and rare names', () => {
    expect(shareOf('firm')).toBeGreaterThan(0.95);
    expect(shareOf('mediation')).toBeGreaterThan(0.01);
    expect(shareOf('mediation')).toBeLessThan(0.035);
    expect(shareOf('dictaphone')).toBeGreaterThan(0);
    expect(shareOf('dictaphone')).toBeLessThan(0.008);
    const towns = written.flatMap(({ content }) => /firm in ([A-Z][a-z]+)\b/.exec(content)?.[1] ?? []);
    expect(new Set(towns).size).toBeGreaterThan(towns.length * 0.9);
  });

  test('covers the six public categories like the demo', () => {
    const count = (slug: string) =>
      written.filter(({ categorySlug }) => categorySlug === slug).length / COUNT;
    expect(count('digital-marketing')).toBeCloseTo(14 / 43, 1);
    expect(count('growth-strategy')).toBeCloseTo(10 / 43, 1);
    expect(count('tools')).toBeGreaterThan(0.02);
    expect(count('interviews')).toBe(0);
  });
});

describe('sentence template', () => {
  const word = (slot: string) => ({ size: 'eight-lawyer', role: 'the clerk' })[slot] ?? '';

  test('fills slots, with article and capitalization where required', () => {
    const template = compileTemplate('{A size} firm asked {role}. {Role} knew {a size} firm.');
    expect(template.fill(diceFor(1), word)).toBe(
      'An eight-lawyer firm asked the clerk. The clerk knew an eight-lawyer firm.',
    );
  });

  test('picks a number within its range', () => {
    const template = compileTemplate('{12-14}');
    const thrown = new Set(Array.from({ length: 200 }, (_, seed) => template.fill(diceFor(seed), word)));
    expect([...thrown].sort()).toEqual(['12', '13', '14']);
  });

  test('capitalizes titles in title case', () => {
    expect(titleCase('what a five-lawyer firm learned in ohio: the case for starting small')).toBe(
      'What a Five-Lawyer Firm Learned in Ohio: The Case for Starting Small',
    );
  });
});

test('picks earlier lines more often', () => {
  const lines = zipfLines(['first', 'second', 'third', 'fourth']);
  const dice = diceFor(5);
  const drawn = Array.from({ length: 4000 }, () => lines.draw(dice));
  const counts = lines.lines.map((line) => drawn.filter((one) => one === line).length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(Math.min(...counts)).toBeGreaterThan(300);
});
