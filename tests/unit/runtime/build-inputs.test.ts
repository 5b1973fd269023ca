// A build is repeated when any of its inputs changes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietCompilers } from 'dev/build/compiler';
import { inputs } from 'dev/build/inputs';
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
