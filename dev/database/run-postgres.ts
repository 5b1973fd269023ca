// Runs the embedded PostgreSQL as a child process that cannot outlive this one: a small shell waits on a pipe
// that we hold open, and requests a fast shutdown when the pipe closes, by stop() or because this process was
// killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../startup/refusal';
import { diskIsFull } from './create-cluster';
import type { Place } from './place';
import { readPostmaster } from './postmaster';

// In its own session, so that Ctrl-C does not reach PostgreSQL and the worker can end before its database.
const postgresWithGuard = `exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -INT $server ) 2>/dev/null &
guard=$!
exec 3<&-
wait $server
code=$?
kill $guard 2>/dev/null
exit $code`;

/** Settings for a small machine. fsync stays on: committed data survives kill -9 and a power failure. */
const tuning = {
  shared_buffers: '256MB',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Parallel plans need /dev/shm, which has only 64 MB in a container.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] %d ',
};

export interface RunningPostgres {
  pid: number;
  port: number;
  /** Settles when PostgreSQL ends, for any reason. */
  exited: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, nothing committed is lost. */
  stop(): Promise<void>;
}

/**
 * @throws Refusal with PostgreSQL's last output. Its `retry` is set if another port or a later attempt may
 * succeed.
 */
export async function runPostgres(place: Place, port: number, logFile: string): Promise<RunningPostgres> {
  const log = openLog(logFile);
  const logStart = statSync(logFile).size;
  const options = {
    ...tuning,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketFolder(place.cluster),
  };
  const args = [
    '-D',
    place.cluster,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const ids = place.user ? { uid: place.user.uid, gid: place.user.gid } : {};
  const child = spawn(
    '/bin/sh',
    ['-c', postgresWithGuard, 'sh', join(place.native, 'bin/postgres'), ...args],
    {
      ...ids,
      cwd: '/',
      detached: true,
      stdio: ['pipe', log, log],
      env: { LC_ALL: 'C', PATH: process.env.PATH },
    },
  );
  closeSync(log);
  const exited = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  child.stdin?.on('error', () => {}); // PostgreSQL has ended already.
  const pid = await waitUntilReady(place.cluster, child, () => readTail(logFile, logStart));
  return { pid, port, exited, stop: () => stop(child, pid, exited) };
}

/** A Unix socket path is limited to 107 bytes. If it would be longer, only TCP is used. */
function socketFolder(cluster: string): string {
  return Buffer.byteLength(join(cluster, '.s.PGSQL.65535.lock')) <= 107 ? cluster : '';
}

async function waitUntilReady(cluster: string, child: ChildProcess, tail: () => string): Promise<number> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.ready && child.exitCode === null) return postmaster.pid;
    if (failure || child.exitCode !== null || child.signalCode !== null) break;
    await sleep(20);
  }
  const output = failure?.message ?? tail();
  if (/No space left on device|Check free disk space/i.test(output)) throw diskIsFull(cluster);
  const refusal = new Refusal(`PostgreSQL did not start:\n${output.trim() || 'no output'}`);
  // Another program took the port since we chose it, or the shared memory of a killed predecessor is not
  // released yet.
  const retry =
    /could not bind|Address already in use|could not create any TCP|shared memory block|lock file/i.test(
      output,
    );
  throw Object.assign(refusal, { retry });
}

async function stop(child: ChildProcess, pid: number, exited: Promise<void>): Promise<void> {
  child.stdin?.end();
  for (const [seconds, harder] of [
    [8, 'SIGQUIT'],
    [2, 'SIGKILL'],
  ] as const) {
    const ended = await Promise.race([exited.then(() => true), sleep(seconds * 1000, false, { ref: false })]);
    if (ended) return;
    try {
      process.kill(pid, harder);
    } catch {
      return; // It ended between the two checks.
    }
  }
  await exited;
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > 10_000_000) renameSync(file, `${file}.1`);
  return openSync(file, 'a');
}

function readTail(file: string, from: number): string {
  return readFileSync(file).subarray(from).toString().split('\n').slice(-12).join('\n');
}
