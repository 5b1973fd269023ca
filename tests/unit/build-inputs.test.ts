// A build is made anew when anything changes that it is made from.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
