// docs/operations.md is complete.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WorkerSettings } from '~/platform/env.server';

it('names every setting that the worker reads', () => {
  const documented = readFileSync('docs/operations.md', 'utf8').split('## Every setting')[1] ?? '';
  const names = Object.keys(WorkerSettings.shape);
  expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});
