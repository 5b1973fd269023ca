// No file grows past what one can read at a sitting: 300 lines, tests 500.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = /\.(ts|tsx|mjs|cjs|js|css)$/;
const CAP = 300;
const TEST_CAP = 500;

/** One sentence per file over its cap, of all files that git tracks or would. */
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
    return 0; // deleted, and git does not know yet
  }
}
