// Every module and test named in docs/security.md exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;
const page = readFileSync(`${root}docs/security.md`, 'utf8');
const rows = page.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line));
const files = ['app', 'db', 'dev', 'tests', 'public'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
);

it('names each requirement once', () => {
  const ids = rows.map((row) => row.split(' ')[1]);
  expect(ids.length).toBeGreaterThan(180);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('names modules that exist', () => {
  const named = [...page.matchAll(/`([\w.-]+\.tsx?|_headers)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !files.includes(name))).toEqual([]);
});

it('names tests that exist', () => {
  const named = [...page.matchAll(/`((?:unit|integration|e2e)(?:\/[\w-]+)+)`(?:: ([^|`]+?))?(?=,? [`|])/g)];
  expect(named.length).toBeGreaterThan(150);
  const missing = named.filter(([, test, name = '']) => {
    const path = `${root}tests/${test}.test.ts`;
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(name.trim());
  });
  expect(missing.map(([found]) => found)).toEqual([]);
});
