// Runs the magazine as `npm start` does, in a process whose power can be cut.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningDatabase } from 'dev/embedded-database';
import { projectRoot } from 'dev/startup/settings';
import pg from 'pg';
import { type Visitor, visit } from '../visitor';
import { findFreePort } from './free-port';
import type { Site } from './site';

/** Finding child processes requires /proc. */
export const CAN_CUT_POWER = existsSync('/proc/self/stat');

export interface Machine {
  url: string;
  dataDir: string;
  /** A connection to its database; a new one after each start. */
  db: pg.Client;
  /** The parts of a site that other test helpers use: `get`, `url` and `db`. */
  site: Site;
  start(): Promise<void>;
  /** Sends SIGTERM to npm. */
  stop(): void;
  /** Kills every process immediately, so that nothing more is written. */
  cutPower(): void;
  /** Kills only the worker's process. */
  killWorker(): void;
  /** Ids of all processes of the current start. */
  processes(): number[];
  isAlive(pid: number): boolean;
  /** Resolves with the exit code when the current start ends. */
  ended: Promise<number | null>;
  /** The last 4,000 characters of output of the current or last start. */
  output(): string;
  /** Fires the cron trigger as if it were `time`. */
  runCron(time?: Date, cron?: string): Promise<Response>;
  /** Signs in the demo's administrator. */
  signIn(): Promise<Visitor>;
  /** Stops the processes and deletes the data. */
  dispose(): Promise<void>;
}

/** @param dataDir a new folder unless given */
export async function buildMachine(
  dataDir = mkdtempSync(join(tmpdir(), 'magazine-faults-')),
): Promise<Machine> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  const get: Site['get'] = (path, init) => fetch(url + path, { redirect: 'manual', ...init });
  const machine: Machine = {
    url,
    dataDir,
    db: new pg.Client(),
    site: {} as Site,
    ended: Promise.resolve(null),
    async start() {
      const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' };
      const started = spawn('npm', ['start'], { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      output = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text: Buffer) => {
          output = (output + text.toString()).slice(-4_000);
        });
      machine.ended = new Promise((done) => started.once('exit', (code) => done(code)));
      await untilUp(url, machine.ended, () => output);
      const databaseUrl = findRunningDatabase(dataDir);
      if (!databaseUrl) throw new Error('No running database found');
      machine.db = new pg.Client(databaseUrl);
      // Tests kill its server on purpose.
      machine.db.on('error', () => {});
      await machine.db.connect();
      machine.site = { url, db: machine.db, get } as Site;
    },
    stop: () => void child?.kill('SIGTERM'),
    cutPower() {
      for (const pid of [child?.pid ?? 0, ...listChildren(child?.pid ?? 0)]) kill(pid);
    },
    killWorker() {
      const workers = listChildren(child?.pid ?? 0).filter((pid) => commandOf(pid).includes('workerd'));
      if (workers.length === 0) throw new Error('No worker process found');
      for (const pid of workers) kill(pid);
    },
    processes: () => listChildren(child?.pid ?? 0),
    isAlive: (pid) => commandOf(pid) !== '',
    output: () => output,
    runCron(time = new Date(), cron = '* * * * *') {
      const query = new URLSearchParams({ cron, time: String(time.getTime()) });
      return get(`/cdn-cgi/handler/scheduled?${query}`);
    },
    async signIn() {
      const admin = visit(machine.site);
      const answer = await admin.signIn('admin@example.com', 'demo-admin-password');
      if (answer.status !== 303) throw new Error(`Sign-in failed with status ${answer.status}`);
      return admin;
    },
    async dispose() {
      await machine.db.end().catch(() => {});
      child?.kill('SIGTERM');
      await machine.ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return machine;
}

async function untilUp(url: string, ended: Promise<unknown>, output: () => string): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    if (isOver) throw new Error(`The start failed:\n${output()}`);
    await pause(200);
  }
}

function kill(pid: number): void {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Ids of all descendants of a process. */
function listChildren(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(Number(name));
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  for (const waiting = [pid]; waiting.length > 0; ) {
    const children = parents.get(waiting.pop() ?? 0) ?? [];
    found.push(...children);
    waiting.push(...children);
  }
  return found;
}

function parentOf(pid: number): number {
  try {
    // The process name may contain spaces and brackets, so split after the last bracket.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[1]);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Prints a line for the person who runs the tests. */
export const printLine = (line: string) => void process.stdout.write(`  ${line}\n`);
