// `npm run build [-- --production]`: builds the worker and the browser's files if their sources changed, with Remix's Vite build and
// wrangler's bundle of it for workerd.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntry } from '../startup/is-entry';
import { runScript } from '../startup/lifecycle';
import { Progress, type Say } from '../startup/progress';
import { projectRoot } from '../startup/settings';
import { withStartLock } from '../startup/start-lock';
import { buildStateFolder, Compiler } from './compiler';
import { hashInputs } from './inputs';

/**
 * - `start`: for `npm start`, whose browsers are on this machine. Scripts are a few percent larger, and building takes a third less time.
 * - `full`: for tests and benchmarks. Like production, plus what only tests use: fault points, the test job and its route.
 * - `production`: without these.
 */
type BuildKind = 'start' | 'full' | 'production';

/** True when a build was needed. The hash file is removed first and written last, so that an interrupted build runs again. */
export async function buildIfNeeded(options: {
  onLine: Say;
  /** Receives each compiler process when it starts, so that a shutdown can end it. */
  onChild?: (child: ChildProcess) => void;
  root?: string;
  kind?: BuildKind;
}): Promise<boolean> {
  const { onLine, onChild, root = projectRoot, kind = 'full' } = options;
  const hashFile = join(root, 'build/.inputs');
  return withStartLock(
    join(buildStateFolder(root), 'build.lock'),
    () => onLine('waiting for another build'),
    async () => {
      const inputs = hashInputs(root);
      const usable: BuildKind[] = kind === 'start' ? ['start', 'full'] : [kind];
      if (usable.some((usableKind) => isCurrent(hashFile, `${inputs} ${usableKind}`, root))) return false;
      rmSync(hashFile, { force: true });
      const compiler = new Compiler(root, onChild, {
        TEST_SUPPORT: kind === 'production' ? 'off' : 'on',
        MINIFIER: kind === 'start' ? 'esbuild' : 'terser',
      });
      const stopReporting = reportStages(compiler, onLine);
      await compiler.run('@remix-run/dev', 'remix', ['vite:build']).finally(stopReporting);
      onLine('bundling the worker', 0.93);
      rmSync(join(root, 'build/worker'), { recursive: true, force: true });
      await compiler.run('wrangler', 'wrangler', [
        'deploy',
        '--dry-run',
        '--outdir',
        'build/worker',
        '--env',
        '',
      ]);
      writeFileSync(hashFile, `${inputs} ${kind}`);
      return true;
    },
  );
}

/** The step that follows each milestone in Vite's output, and the share of the whole build that is done by then. */
const STAGES = [
  ['compiling pages', 0],
  ['minifying scripts', 0.3],
  ['compiling the worker', 0.56],
  ['writing the worker', 0.78],
  ['writing the worker', 0.9],
] as const;
const MILESTONE = /modules transformed|✓ built in/g;

function reportStages(compiler: Compiler, onLine: Say): () => void {
  let last = -1;
  const report = () => {
    const reached = Math.min(compiler.output().match(MILESTONE)?.length ?? 0, STAGES.length - 1);
    const stage = STAGES[reached];
    if (stage && reached > last) onLine(stage[0], stage[1]);
    last = reached;
  };
  report();
  const timer = setInterval(report, 300);
  return () => clearInterval(timer);
}

function isCurrent(hashFile: string, hash: string, root: string): boolean {
  if (!existsSync(hashFile) || readFileSync(hashFile, 'utf8') !== hash) return false;
  return ['build/client', 'build/worker/index.js'].every((path) => existsSync(join(root, path)));
}

if (isEntry(import.meta.url)) {
  await runScript(async (lifecycle) => {
    await new Progress({ lanes: [{ Build: 45 }], last: {} }).step('Build', async (say) => {
      const onChild = (child: ChildProcess) => void lifecycle.onEnd('The build', () => child.kill());
      const kind = process.argv.includes('--production') ? 'production' : 'full';
      say((await buildIfNeeded({ onLine: say, onChild, kind })) ? 'built' : 'up to date');
    });
  });
}
