// docs/operations.md is complete.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { READER_KEYS } from '~/features/readership/tracking/reader-key.server';
import { WorkerSettings } from '~/platform/env.server';

it('names every setting that the worker reads', () => {
  const documented = readFileSync('docs/operations.md', 'utf8').split('## Every setting')[1] ?? '';
  const names = Object.keys(WorkerSettings.shape);
  expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

it('keeps the keys of readers out of backups, because with the log they reveal who read what', () => {
  expect(readFileSync('docs/operations.md', 'utf8')).toMatch(
    new RegExp(`rclone copy r2:.* --exclude '/${READER_KEYS}\\*\\*'`),
  );
});
