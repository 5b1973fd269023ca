// docs/operations.md is complete.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('names every setting that the worker reads', () => {
  const read = [...readFileSync('app/platform/env.server.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): z/gm)];
  const documented = readFileSync('docs/operations.md', 'utf8').split('## Every setting')[1] ?? '';
  const names = read.map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
