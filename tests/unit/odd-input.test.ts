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
});
