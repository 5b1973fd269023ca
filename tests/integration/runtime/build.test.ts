// The build that these tests run.
import { readdirSync, readFileSync } from 'node:fs';
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

it('has an id of its own in the keys of cached pages, so that it serves none of another build', () => {
  const worker = readFileSync(join(projectRoot, 'build/worker/index.js'), 'utf8');
  const keys = [...worker.matchAll(/\.version\}-([0-9a-f]{8})`/g)];
  expect(keys).toHaveLength(1);
});

it('has browsers compile what every page runs while it downloads', () => {
  const assets = join(projectRoot, 'build/client/assets');
  const shared = readdirSync(assets).filter((file) => /^(framework|parts)-/.test(file));
  expect(shared).toHaveLength(2);
  for (const file of shared)
    expect(readFileSync(join(assets, file), 'utf8'), file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});
