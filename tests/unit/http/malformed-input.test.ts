// Invalid characters in input, and cutting text.
import { describe, expect, it } from 'vitest';
import { toExcerpt } from '~/features/articles/article';
import { toQueryText } from '~/features/search/search-query';
import { readForm } from '~/http/forms/read-form.server';
import { aroundDifferences, cutText, toSearchText } from '~/lib/text';

const posted = (fields: [string, string][]) =>
  readForm(new Request('https://magazine.test/', { method: 'POST', body: new URLSearchParams(fields) }));

describe('cut', () => {
  it('never splits a character at either end', async () => {
    expect(cutText('a😀b', 0, 2)).toBe('a');
    expect(cutText('a😀b', -2)).toBe('b');
    expect(cutText('a😀b', 1, 3)).toBe('😀');
    for (const lead of ['', 'x']) {
      const long = lead + '😀'.repeat(2_000);
      const form = await posted([['text', long]]);
      for (const text of [
        form.text('text'),
        form.text('text', 77),
        ...form.all('text'),
        toQueryText(long),
        toSearchText(long),
        toExcerpt(long),
        ...aroundDifferences(long, `${long}!${long}`, 77),
      ])
        expect(text).not.toMatch(/\p{Surrogate}/u);
    }
  });
});

describe('posted text', () => {
  it('loses the NUL character, which the database cannot store', async () => {
    const form = await posted([
      ['name', 'A\0nn'],
      ['tag', '\0'],
      ['tag', 'b\0'],
    ]);
    expect([form.text('name'), form.text('tag'), form.all('tag')]).toEqual(['Ann', '', ['', 'b']]);
  });

  it('is read as a version number only if it is a valid one', async () => {
    const { number } = await posted(
      ['7', ' 2147483647 ', '2147483648', '9'.repeat(400), '-1', '1.5', 'x', ''].map((n, i) => [`n${i}`, n]),
    );
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => number(`n${i}`))).toEqual([
      7, 2147483647, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });
});
