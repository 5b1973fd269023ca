// Ends a child process when this process ends, even by kill -9: a small shell waits until our end of a pipe
// closes.
import { type ChildProcess, spawn } from 'node:child_process';

/** Returns a function that removes the guard. Call it when the child has ended. */
export function guardAgainstOrphan(pid: number, signal: 'KILL' | 'TERM'): () => void {
  const script = 'read -r _; kill -s "$1" "$2" 2>/dev/null';
  // In its own session, or the signal that ends this process would end the guard first.
  const guard: ChildProcess = spawn('/bin/sh', ['-c', script, 'sh', signal, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {}); // No shell, no guard.
  guard.stdin?.on('error', () => {});
  guard.unref();
  return () => void guard.kill('SIGKILL');
}
