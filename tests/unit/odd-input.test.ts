// What comes in that nobody types: characters without a meaning, and cuts.
import { describe, expect, it } from 'vitest';
import { readForm } from '~/http/read-form.server';

const posted = (fields: [string, string][]) =>
  readForm(new Request('https://magazine.test/', { method: 'POST', body: new URLSearchParams(fields) }));

describe('a posted text', () => {
  it('comes without the character that nothing can store', async () => {
    const form = await posted([
      ['name', 'A\0nn'],
      ['tag', '\0'],
      ['tag', 'b\0'],
    ]);
    expect([form.text('name'), form.text('tag'), form.all('tag')]).toEqual(['Ann', '', ['', 'b']]);
  });

  it('is a number when it is one that a version can be', async () => {
    const { number } = await posted(['7', ' 2147483647 ', '2147483648', '9'.repeat(400), '-1', '1.5', 'x', ''].map((n, i) => [`n${i}`, n]));
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => number(`n${i}`))).toEqual([7, 2147483647, 0, 0, 0, 0, 0, 0, 0]);
  });
});
