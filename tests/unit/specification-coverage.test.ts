// The table of docs/specification-coverage.md names files and tests; each of them is there.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const read = (path: string) => readFileSync(root + path, 'utf8');

const rows = read('docs/specification-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(---|\s*Item\s*\|)/.test(line))
  .map((line) => {
    const [, item = '', places = '', tests = '', note = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return { item, places, tests, note };
  });

/** A path is one of the application's unless it begins with another room. */
function isThere(path: string): boolean {
  return existsSync(/^(db|dev|tests)\//.test(path) ? root + path : `${root}app/${path}`);
}

describe('the table of the specification', () => {
  it('has a row for every part', () => {
    expect(rows.length).toBeGreaterThan(200);
  });

  it('names files that are there', () => {
    const gone = rows.flatMap(({ places }) =>
      [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).filter((path) => !isThere(path)),
    );
    expect(gone).toEqual([]);
  });

  it('names tests that are there', () => {
    const gone = rows.flatMap(({ tests }) =>
      tests
        .split('<br>')
        .filter(Boolean)
        .filter((held) => {
          const [, file, name = ''] = /^`([a-z0-9]+\/[\w-]+)`: (.+)$/.exec(held) ?? [];
          const path = `tests/${file}.test.ts`;
          if (!file || !existsSync(root + path)) return true;
          return !new RegExp(`(it|test|describe|\\)|>)\\(\\s*['"\`]${literal(name)}`).test(read(path));
        }),
    );
    expect(gone).toEqual([]);
  });

  it('says why where nothing holds an item', () => {
    expect(rows.filter(({ tests, note }) => tests === '' && note === '')).toEqual([]);
  });
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
