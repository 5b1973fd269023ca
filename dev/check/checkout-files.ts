import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files that git tracks or would track, below the given folders or in the whole checkout. */
export function checkoutFiles(root: string, ...folders: string[]): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders];
  const files = execFileSync('git', options, { cwd: root }).toString().split('\0');
  // Git also lists files that are deleted and not staged.
  return files.filter((file) => file !== '' && existsSync(join(root, file)));
}
