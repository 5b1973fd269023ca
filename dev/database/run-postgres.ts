// Runs the embedded PostgreSQL as a child that cannot outlive us: a small shell beside it waits on a pipe that we hold open, and asks
// PostgreSQL for a fast shutdown when the pipe closes, be it by stop() or because this process was killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../startup/refusal';
import { diskIsFull } from './create-cluster';
import type { Place } from './place';
import { readPostmaster } from './postmaster';

// In a session of its own a Ctrl-C of the terminal does not reach PostgreSQL, so that the worker can end before its database.
const guardedByPipe = `exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -INT $server ) 2>/dev/null &
guard=$!
exec 3<&-
wait $server
code=$?
kill $guard 2>/dev/null
exit $code`;

/** Small, safe and steady. fsync stays on: what was committed survives kill -9 and a power cut. */
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
  // Parallel plans share memory through /dev/shm, of which a container has 64 MB; a magazine does not need them.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] %d ',
};

export interface RunningPostgres {
  pid: number;
  port: number;
  /** Settles when PostgreSQL ends, for whatever reason. */
  exited: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, nothing committed is lost. */
  stop(): Promise<void>;
}

/** @throws Refusal with PostgreSQL's last words; its `retry` says that another port or a moment later may do. */
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
  const child = spawn('/bin/sh', ['-c', guardedByPipe, 'sh', join(place.native, 'bin/postgres'), ...args], {
    ...ids,
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });
  closeSync(log);
  const exited = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  child.stdin?.on('error', () => {}); // PostgreSQL gone first: nothing to tell it
  const pid = await waitUntilReady(place.cluster, child, () => readTail(logFile, logStart));
  return { pid, port, exited, stop: () => stop(child, pid, exited) };
}

/** A path of a Unix socket holds 107 bytes; where that is too short there is TCP only. */
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
  const words = failure?.message ?? tail();
  if (/No space left on device|Check free disk space/i.test(words)) throw diskIsFull(cluster);
  const refusal = new Refusal(`PostgreSQL did not start:\n${words.trim() || 'it said nothing'}`);
  // A port taken since we chose it, or the memory of a killed predecessor that is not released yet.
  const retry =
    /could not bind|Address already in use|could not create any TCP|shared memory block|lock file/i.test(
      words,
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
      return; // it ended between our looks
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
