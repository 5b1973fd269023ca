// Limits the size of files: 300 lines, tests 500.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = /\.(ts|tsx|mjs|cjs|js|css)$/;
const CAP = 300;
const TEST_CAP = 500;

/** One line per file over its limit, among the files that git tracks and does not ignore. */
export function listOversizedFiles(root: string): string[] {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
    .toString()
    .split('\0')
    .filter((name) => CODE.test(name));
  return names.flatMap((name) => {
    const cap = name.startsWith('tests/') ? TEST_CAP : CAP;
    const lines = countLines(join(root, name));
    return lines > cap ? [`${name} has ${lines} lines; the cap is ${cap}`] : [];
  });
}

function countLines(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('\n').length - 1;
  } catch {
    return 0; // deleted but not staged
  }
}
