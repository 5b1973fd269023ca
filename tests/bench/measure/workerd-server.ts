// Starts workerd without Miniflare, so that only the bundle and the runtime are measured.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { guardAgainstOrphan } from 'dev/orphan-guard';
import { projectRoot } from 'dev/startup/settings';

export interface WorkerdServer {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

// The workerd that Miniflare uses.
const fromMiniflare = createRequire(createRequire(import.meta.url).resolve('miniflare'));
const workers = join(import.meta.dirname, '../workers');

/** The worker built by `npm run build`. */
export const builtBundle = join(projectRoot, 'build/worker/index.js');

/**
 * @param folder each server gets a new folder in it for its configuration @param inspector a port on this
 * machine for the DevTools protocol
 */
export async function startWorkerd(
  folder: string,
  config: string,
  bundle = builtBundle,
  inspector?: number,
): Promise<WorkerdServer> {
  const home = mkdtempSync(join(folder, 'workerd-'));
  for (const file of readdirSync(workers)) copyFileSync(join(workers, file), join(home, file));
  // A copy, so that a concurrent build does not change the measured bundle.
  copyFileSync(bundle, join(home, 'bundle.js'));
  const file = join(home, 'config.capnp');
  writeFileSync(file, config);
  // Discards the worker's log; workerd's own messages are printed.
  const options = ['--experimental', '--control-fd=3'];
  if (inspector) options.push(`--inspector-addr=127.0.0.1:${inspector}`);
  const child = spawn(fromMiniflare('workerd').default, ['serve', ...options, file], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const liftGuard = guardAgainstOrphan(child.pid ?? 0, 'KILL');
  const stop = async () => {
    liftGuard();
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    return { pid: child.pid ?? 0, port: await readPort(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** workerd reports its port on the control pipe. */
function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    (child.stdio[3] as Readable).on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const line of text.split('\n')) {
        if (!line.includes('"listen"') || !line.trim().endsWith('}')) continue;
        const { socket, port } = JSON.parse(line) as { socket: string; port: number };
        if (socket === 'http') resolve(port);
      }
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('workerd did not start')));
  });
}
