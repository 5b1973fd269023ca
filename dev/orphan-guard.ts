// Ends a child when this process is gone, even by kill -9: a small shell waits for our end of a pipe to close.
import { type ChildProcess, spawn } from 'node:child_process';

/** Gives a function that lifts the guard, for when the child has ended. */
export function guardAgainstOrphan(pid: number, signal: 'KILL' | 'TERM'): () => void {
  const script = 'read -r _; kill -s "$1" "$2" 2>/dev/null';
  // In a session of its own, or the signal that ends us would end the guard first.
  const guard: ChildProcess = spawn('/bin/sh', ['-c', script, 'sh', signal, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {}); // no shell, no guard
  guard.stdin?.on('error', () => {});
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
