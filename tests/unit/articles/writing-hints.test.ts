// The hints for readable articles, and the check of links, while a text is written.
import { describe, expect, it } from 'vitest';
import {
  checkLink,
  listReadabilityHints,
  readingEaseOf,
  syllablesIn,
  type WrittenLine,
} from '~/features/articles/editor/writing-hints';

const words = (count: number, word = 'word') => Array.from({ length: count }, () => word).join(' ');
const prose = (text: string): WrittenLine => ({ kind: 'prose', text });
const heading: WrittenLine = { kind: 'heading', text: 'Heading' };
/** Enough short text that the article is not short. */
const FILLER = [
  heading,
  ...Array.from({ length: 2 }, () => prose(words(140, 'Go.'))),
  heading,
  prose('End.'),
];

/** The texts of a hint's places. */
function found(kind: string, ...lines: WrittenLine[]): string[] {
  const hint = listReadabilityHints(lines).find((one) => one.kind === kind);
  return hint?.places.map(({ line, start, end }) => lines[line]?.text.slice(start, end) ?? '') ?? [];
}

describe('long sentences', () => {
  const long = `${words(30)} end.`;

  it('have more than 30 words', () => {
    expect(found('sentence', prose(`${words(29)} end.`))).toEqual([]);
    expect(found('sentence', prose(long))).toEqual([long]);
    expect(listReadabilityHints([prose(long), ...FILLER])).toMatchObject([
      { text: '1 sentence has more than 30 words.' },
    ]);
    expect(listReadabilityHints([prose(long), prose(long), ...FILLER])).toMatchObject([
      { text: '2 sentences have more than 30 words.' },
    ]);
  });

  it('are found between others, without the space around them', () => {
    const text = `Short one. “Is it?” My ${long} And 3.5 more.`;
    expect(found('sentence', prose(text))).toEqual([`My ${long}`]);
  });

  it.each([
    ['an abbreviation', `${words(20)}, e.g. ${words(20)}.`],
    ['a number', `${words(20)} 3.5 ${words(20)}.`],
    ['a title', `${words(20)} Dr. Smith ${words(20)}.`],
    ['a dash', `${words(20)} — ${words(20)}.`],
  ])('do not end at %s', (_name, text) => {
    expect(found('sentence', prose(text))).toEqual([text]);
  });

  it.each(['. A', '! A', '? “A', '…\uFEFFA', '.” A', '. 5'])('end before a new one: %j', (end) => {
    expect(found('sentence', prose(`${words(20)}${end} ${words(20)}.`))).toEqual([]);
  });

  it('do not include headings, code or a dash as a word', () => {
    expect(found('sentence', { kind: 'heading', text: long }, { kind: 'other', text: long })).toEqual([]);
    expect(found('sentence', prose(`${words(30)} – —`))).toEqual([]);
  });
});

describe('other hints', () => {
  it('name paragraphs of more than 150 words', () => {
    const long = words(151, 'Go.');
    expect(found('paragraph', prose(words(150, 'Go.')), prose(long))).toEqual([long]);
  });

  it('name the line in which 300 words without a subheading end, once for each part', () => {
    const lines = [prose(words(300)), prose('First.'), prose('Second.'), heading, prose(words(301))];
    expect(found('subheading', ...lines)).toEqual(['First.', words(301)]);
    expect(found('subheading', prose(words(300)), heading, prose(words(300)))).toEqual([]);
  });

  it('name an article of fewer than 300 words, but not an empty one', () => {
    const kinds = (...lines: WrittenLine[]) => listReadabilityHints(lines).map(({ kind }) => kind);
    expect(kinds(prose('Short.'))).toEqual(['length']);
    expect(kinds(prose(' \uFEFF'))).toEqual([]);
    expect(kinds(...FILLER)).toEqual(['length']);
    expect(kinds(prose(words(150, 'Go.')), heading, prose(words(150, 'Go.')))).toEqual([]);
  });

  it.each([
    '.',
    '" ',
    '. ',
    '.” ',
    '(',
    ' ',
    '—',
  ])('take time in proportion to a text of nothing but %j', (piece) => {
    const lines = [prose(piece.repeat(300_000))];
    expect(listReadabilityHints(lines)).toEqual([]);
    expect(readingEaseOf(lines)).toBeNull();
  });
});

describe('reading ease', () => {
  it('needs 100 words of prose', () => {
    expect(readingEaseOf([prose(words(99)), heading])).toBeNull();
    expect(readingEaseOf([prose(words(100))])).not.toBeNull();
  });

  it.each([
    ['Easy to read', 'The cat sat on the mat and then it ran to the gate. '],
    ['Average', 'The writer prepared a simple proposal and discussed the payment with her new client. '],
    ['Hard to read', 'Organizational accountability necessitates comprehensive documentation procedures. '],
  ])('is described as %s', (label, sentence) => {
    const ease = readingEaseOf([prose(sentence.repeat(20).trim())]);
    expect(ease?.label).toBe(label);
    expect(ease?.score).toBeGreaterThanOrEqual(0);
    expect(ease?.score).toBeLessThanOrEqual(100);
  });

  it.each([
    ['the make makes jumped through strength 2026', 1],
    ['été table wanted changes writer pencil', 2],
    ['proposal', 3],
    ['organization', 5],
  ])('counts in each of “%s” %d syllables', (some, count) => {
    for (const word of some.split(' ')) expect([word, syllablesIn(word)]).toEqual([word, count]);
  });
});

describe('a link', () => {
  const check = (href: string) => checkLink(href, 'https://m.com');

  it.each([
    ['/article/a', '/article/a'],
    ['https://m.com/Article/A/?page=2#end', '/article/a'],
    ['//m.com/tag/x', '/tag/x'],
    ['other', '/article/other'],
    ['/article/%zz', '/article/%zz'],
  ])('to %s is looked up as %s', (href, path) => {
    expect(check(href)).toEqual({ path });
  });

  it.each([
    ['https://', 'is incomplete'],
    ['http://example/x', 'is incomplete'],
    ['mailto:', 'is incomplete'],
    ['https://example.com/a b', 'contains a space'],
    ['http://localhost:3000/x', 'opens only on your computer'],
    ['http://127.0.0.1/', 'opens only on your computer'],
    ['http://[::1]/', 'opens only on your computer'],
  ])('to %s %s', (href, fault) => {
    expect(check(href)).toEqual({ fault });
  });

  it.each([
    'https://example.com/x',
    'mailto:a@example.com',
    'tel:+123',
    '#end',
    '?page=2',
    '',
    'http://[2001:db8::1]/',
  ])('to %j has no fault that its address shows', (href) => {
    expect(check(href)).toBeNull();
  });

  it('to this site is looked up even if the site runs on this computer', () => {
    expect(checkLink('http://localhost:3000/page/about', 'http://localhost:3000')).toEqual({
      path: '/page/about',
    });
  });
});
