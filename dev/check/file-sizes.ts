// Limits the size of files: 300 lines, tests 500.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutFiles } from './checkout-files';

const CODE = /\.(ts|tsx|mjs|cjs|js|css)$/;
const CAP = 300;
const TEST_CAP = 500;

/** One line per file over its limit, among the files that git tracks and does not ignore. */
export function listOversizedFiles(root: string): string[] {
  const names = checkoutFiles(root).filter((name) => CODE.test(name));
  return names.flatMap((name) => {
    const cap = name.startsWith('tests/') ? TEST_CAP : CAP;
    const lines = readFileSync(join(root, name), 'utf8').split('\n').length - 1;
    return lines > cap ? [`${name} has ${lines} lines; the cap is ${cap}`] : [];
  });
}
