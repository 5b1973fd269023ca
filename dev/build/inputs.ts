// One hash of a build's inputs: the names and contents of all files that can change its output.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const inputs = [
  'app',
  // Without the seeds, which are used only on developers' machines.
  'db/article-authors.ts',
  'db/conditions.ts',
  'db/found-articles.ts',
  'db/public-articles.ts',
  'db/public-authors.ts',
  'db/public-content.ts',
  'db/replaced-media.ts',
  'db/reusable.ts',
  'db/schema',
  'public',
  'remix.config.js',
  'vite.config.ts',
  'wrangler.toml',
  'tsconfig.json',
  'package-lock.json',
  'patches',
  'dev/build',
];

export function hashInputs(root: string): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => listFiles(root, input))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Files below a path, relative to root, in a stable order; excludes tests next to the code. */
function listFiles(root: string, path: string): string[] {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  const names = readdirSync(absolute).filter((name) => name !== '.DS_Store' && !/\.test\.tsx?$/.test(name));
  return names.sort().flatMap((name) => listFiles(root, join(path, name)));
}
