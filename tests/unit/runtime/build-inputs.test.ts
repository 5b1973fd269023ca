// A build is repeated when any of its inputs changes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietCompilers } from 'dev/build/compiler';
import { hashInputs, inputs } from 'dev/build/inputs';
import { buildIfNeeded } from 'dev/build/run';
import { projectRoot } from 'dev/startup/settings';
import { expect, it } from 'vitest';

it('includes everything that the worker imports from db/', () => {
  const files = readdirSync(join(projectRoot, 'app'), { recursive: true, encoding: 'utf8' });
  const imported = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(projectRoot, 'app', name), 'utf8').matchAll(/from '(db\/[^']+)'/g),
    ])
    .map(([, path = '']) => path);
  expect(imported.length).toBeGreaterThan(50);
  const unknown = imported.filter(
    (path) => !inputs.some((input) => `${path}.ts` === input || path.startsWith(`${input}/`)),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

it('reuses a test build for npm start, but not a build of npm start for tests', async () => {
  const root = mkdtempSync(join(tmpdir(), 'magazine-build-'));
  mkdirSync(join(root, 'build/client'), { recursive: true });
  mkdirSync(join(root, 'build/worker'));
  writeFileSync(join(root, 'build/worker/index.js'), '');
  // Stopped where a compiler would start.
  const isBuilt = (kind: 'start' | 'full' | 'production') =>
    buildIfNeeded({
      root,
      kind,
      onLine: () => {
        throw new Error('builds');
      },
    }).then(
      (built) => !built,
      () => false,
    );
  for (const [stored, usable] of [
    ['start', ['start']],
    ['full', ['start', 'full']],
    ['production', ['production']],
  ] as const) {
    for (const kind of ['start', 'full', 'production'] as const) {
      writeFileSync(join(root, 'build/.inputs'), `${hashInputs(root)} ${stored}`);
      expect([stored, kind, await isBuilt(kind)]).toEqual([stored, kind, usable.some((one) => one === kind)]);
    }
  }
  rmSync(root, { recursive: true });
});

it("writes the variables of wrangler.toml while another process writes them, without using that process's file", () => {
  const folder = mkdtempSync(join(tmpdir(), 'magazine-options-'));
  const file = join(folder, 'worker-options.json');
  writeFileSync(`${file}.new`, 'half of it');
  const script = join(projectRoot, 'dev/build/write-worker-options.mjs');
  execFileSync(process.execPath, [script, projectRoot, file, 'a hash'], {
    cwd: projectRoot,
    env: quietCompilers(projectRoot),
  });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    madeFrom: 'a hash',
    options: { assets: { directory: 'build/client' } },
  });
  expect(readdirSync(folder).sort()).toEqual(['worker-options.json', 'worker-options.json.new']);
  expect(readFileSync(`${file}.new`, 'utf8')).toBe('half of it');
  rmSync(folder, { recursive: true });
});
