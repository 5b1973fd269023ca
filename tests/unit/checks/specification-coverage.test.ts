// Every file and test named in docs/specification-coverage.md exists.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;
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

/** A path is relative to app/ unless it starts with db/, dev/ or tests/. */
function pathExists(path: string): boolean {
  return existsSync(/^(db|dev|tests)\//.test(path) ? root + path : `${root}app/${path}`);
}

describe('specification table', () => {
  it('has a row for every part', () => {
    expect(rows.length).toBeGreaterThan(200);
  });

  it('names files that exist', () => {
    const missing = rows.flatMap(({ places }) =>
      [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).filter((path) => !pathExists(path)),
    );
    expect(missing).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = rows.flatMap(({ tests }) =>
      tests
        .split('<br>')
        .filter(Boolean)
        .filter((held) => {
          const [, file, name = ''] = /^`([a-z0-9]+(?:\/[\w-]+)+)`: (.+)$/.exec(held) ?? [];
          const path = `tests/${file}.test.ts`;
          if (!file || !existsSync(root + path)) return true;
          // The whole title, of one test: a suite, or the beginning of a title, could stand for any test.
          const titles = read(path).match(
            new RegExp(`(it|test|\\)|>)\\(\\s*(['"\`])${literal(name)}\\2,`, 'g'),
          );
          return titles?.length !== 1;
        }),
    );
    expect(missing).toEqual([]);
  });

  it('gives a reason for items without a test', () => {
    expect(rows.filter(({ tests, note }) => tests === '' && note === '')).toEqual([]);
  });
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
