// Builds the worker and the browser's files when their sources changed: Remix's Vite build, then wrangler's bundle of it for workerd.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry } from '../startup/is-entry';
import { runVerb } from '../startup/lifecycle';
import { oneAtATime } from '../startup/one-at-a-time';
import { Progress } from '../startup/progress';
import { projectRoot } from '../startup/settings';
import { Compiler, workshop } from './compiler';
import { hashInputs } from './inputs';

/** True when a build was needed. The stamp is removed first and written last, so that an interrupted build is made again. */
export async function buildIfNeeded(options: {
  onLine: (line: string) => void;
  /** Handed each compiler as it starts, so that a stop can end it. */
  onChild?: (child: ChildProcess) => void;
  root?: string;
}): Promise<boolean> {
  const { onLine, onChild, root = projectRoot } = options;
  const stamp = join(root, 'build/.inputs');
  return oneAtATime(
    join(workshop(root), 'build.lock'),
    () => onLine('waiting for another build'),
    async () => {
      const hash = hashInputs(root);
      if (isCurrent(stamp, hash, root)) return false;
      rmSync(stamp, { force: true });
      const compiler = new Compiler(root, onChild);
      onLine('compiling pages');
      await compiler.run('@remix-run/dev', 'remix', ['vite:build']);
      onLine('bundling the worker');
      rmSync(join(root, 'build/worker'), { recursive: true, force: true });
      await compiler.run('wrangler', 'wrangler', [
        'deploy',
        '--dry-run',
        '--outdir',
        'build/worker',
        '--env',
        '',
      ]);
      writeFileSync(stamp, hash);
      return true;
    },
  );
}

function isCurrent(stamp: string, hash: string, root: string): boolean {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) return false;
  return ['build/client', 'build/worker/index.js'].every((path) => existsSync(join(root, path)));
}

if (isEntry(import.meta.url)) {
  await runVerb(async (lifecycle) => {
    await new Progress().step('Build', async (say) => {
      const onChild = (child: ChildProcess) => void lifecycle.onEnd('The build', () => child.kill());
      say((await buildIfNeeded({ onLine: say, onChild })) ? 'built' : 'up to date');
    });
  });
}
