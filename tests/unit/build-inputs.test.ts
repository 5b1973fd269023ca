// A build is made anew when anything changes that it is made from.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietCompilers } from 'dev/build/compiler';
import { inputs } from 'dev/build/inputs';
import { projectRoot } from 'dev/startup/settings';
import { expect, it } from 'vitest';

it('knows all that the worker takes from db/', () => {
  const files = readdirSync(join(projectRoot, 'app'), { recursive: true, encoding: 'utf8' });
  const taken = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(projectRoot, 'app', name), 'utf8').matchAll(/from '(db\/[^']+)'/g),
    ])
    .map(([, path = '']) => path);
  expect(taken.length).toBeGreaterThan(50);
  const unknown = taken.filter(
    (path) => !inputs.some((input) => `${path}.ts` === input || path.startsWith(`${input}/`)),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

it('writes what wrangler.toml means though another process is just writing it, and takes nothing from that one', () => {
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
