// The build that these tests run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStateFolder } from 'dev/build/compiler';
import { projectRoot } from 'dev/startup/settings';
import { expect, it } from 'vitest';

it('bundles the worker without warnings', () => {
  const [, bundling = ''] = readFileSync(join(buildStateFolder(projectRoot), 'build.log'), 'utf8').split(
    'wrangler ',
  );
  expect(bundling).toContain('--dry-run: exiting now.');
  expect(bundling).not.toMatch(/warning/i);
});
