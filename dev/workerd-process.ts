// Watches the workerd process behind a Miniflare, which does not expose it: detects crashes and leaves no
// process behind. Finds it through Node's diagnostics channel.
import type { ChildProcess } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { basename } from 'node:path';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { guardAgainstOrphan } from './orphan-guard';

export interface WatchedMiniflare {
  miniflare: Miniflare;
  /** Settles with the exit code or signal if workerd ends without being asked to. */
  crashed: Promise<string>;
  dispose(): Promise<void>;
}

export function startWatched(options: MiniflareOptions): WatchedMiniflare {
  let ending = false;
  let liftGuard = () => {};
  let reportCrash: (how: string) => void = () => {};
  const crashed = new Promise<string>((done) => {
    reportCrash = done;
  });
  const onProcess = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    // The message arrives before the process id is set.
    setImmediate(() => {
      if (!child.pid || !basename(child.spawnfile ?? '').startsWith('workerd')) return;
      diagnostics.unsubscribe('child_process', onProcess);
      // workerd does not notice when Node is killed, and would keep the port.
      liftGuard = guardAgainstOrphan(child.pid, 'KILL');
      child.once('exit', (code, signal) => !ending && reportCrash(signal ?? `exit code ${code}`));
    });
  };
  diagnostics.subscribe('child_process', onProcess);
  const miniflare = withoutSignalHandlers(options);
  const dispose = async () => {
    ending = true;
    diagnostics.unsubscribe('child_process', onProcess);
    await miniflare.dispose();
    liftGuard();
  };
  return { miniflare, crashed, dispose };
}

/**
 * Miniflare would end the process at the first signal. Our lifecycle decides the order in which parts stop.
 */
function withoutSignalHandlers(options: MiniflareOptions): Miniflare {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  const miniflare = new Miniflare(options);
  for (const [index, signal] of signals.entries()) {
    for (const listener of process.listeners(signal))
      if (!before[index]?.includes(listener)) process.off(signal, listener);
  }
  return miniflare;
}
