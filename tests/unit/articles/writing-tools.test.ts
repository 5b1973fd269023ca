// The rules of find and replace, of the outline, and of the word goal.
import { describe, expect, it } from 'vitest';
import { toOutline } from '~/features/articles/editor/outline';
import { toGoal } from '~/layouts/admin/article-editor/word-goal';
import { findMatches, matchFrom, textWithObjects } from '~/ui/rich-text/tools/find-matches';

const ANY = { matchCase: false, wholeWords: false };

describe('finding', () => {
  const found = (text: string, query: string, options = ANY) =>
    findMatches(text, query, options).map(({ index, length }) => text.slice(index, index + length));

  it('ignores case unless asked, and keeps positions of texts whose lower case is longer', () => {
    expect(found('Tax, tax and TAX', 'tax')).toEqual(['Tax', 'tax', 'TAX']);
    expect(found('Tax, tax and TAX', 'tax', { ...ANY, matchCase: true })).toEqual(['tax']);
    expect(findMatches('İİ tax', 'TAX', ANY)).toEqual([{ index: 3, length: 3 }]);
    expect(found('ÄRGER ärger', 'ärger')).toEqual(['ÄRGER', 'ärger']);
  });

  it('finds whole words in every script', () => {
    const words = { ...ANY, wholeWords: true };
    expect(found('art, artist, start, ART_1, ART', 'art', words)).toEqual(['art', 'ART']);
    expect(findMatches('über überall', 'über', words)).toEqual([{ index: 0, length: 4 }]);
    expect(found('a $5 fee, $50', '$5', words)).toEqual(['$5']);
  });

  it('takes special characters literally, and treats a no-break space as a space', () => {
    expect(found('a.b a*b (a|b) [a-b] a/b', 'a.b')).toEqual(['a.b']);
    for (const sign of ['\\', '^', '$', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/', '-'])
      expect(found(`x${sign}y`, sign)).toEqual([sign]);
    expect(findMatches('10\u00A0km 10 km', '10 km', ANY)).toHaveLength(2);
  });

  it('does not overlap, and finds nothing for an empty text', () => {
    expect(findMatches('aaaa', 'aa', ANY)).toEqual([
      { index: 0, length: 2 },
      { index: 2, length: 2 },
    ]);
    expect(findMatches('aaaa', '', ANY)).toEqual([]);
  });

  it('counts an object as one character, as Quill does', () => {
    const text = textWithObjects([{ insert: 'a' }, { insert: { image: '/a.png' } }, { insert: 'tax\n' }]);
    expect(findMatches(text, 'tax', ANY)).toEqual([{ index: 2, length: 3 }]);
  });

  it('starts at the cursor, and again from the top after the last match', () => {
    const matches = findMatches('a b a b a', 'a', ANY);
    expect(matchFrom(matches, 0)).toBe(0);
    expect(matchFrom(matches, 1)).toBe(1);
    expect(matchFrom(matches, 9)).toBe(0);
    expect(matchFrom([], 9)).toBe(0);
  });
});

describe('the outline', () => {
  const outline = (...levels: [number, string][]) =>
    toOutline(levels.map(([level, text]) => ({ level, text })));
  const item = (at: number, text: string, hint = '', children: unknown[] = []) => ({
    at,
    text,
    hint,
    children,
  });

  it('nests headings by level', () => {
    expect(outline([2, 'A'], [3, 'A1'], [3, 'A2'], [2, 'B'])).toEqual([
      item(0, 'A', '', [item(1, 'A1'), item(2, 'A2')]),
      item(3, 'B'),
    ]);
  });

  it('hints at skipped levels and empty headings', () => {
    expect(outline([3, 'A'], [2, ' '], [4, ''])).toEqual([
      item(0, 'A', 'Skips a level.'),
      item(1, '', 'Has no text.', [item(2, '', 'Has no text. Skips a level.')]),
    ]);
  });

  it('treats an h1 in the text as an h2, as the page shows it', () => {
    expect(outline([1, 'A'], [2, 'B'], [3, 'C'])).toEqual([item(0, 'A'), item(1, 'B', '', [item(2, 'C')])]);
  });
});

describe('a word goal', () => {
  it.each([
    ['1800', 1800],
    [' 1 ', 1],
    ['100000', 100_000],
    ['0', null],
    ['-5', null],
    ['1.5', null],
    ['100001', null],
    ['many', null],
    ['', null],
    [null, null],
  ])('of %j is %j', (text, goal) => {
    expect(toGoal(text)).toBe(goal);
  });
});
