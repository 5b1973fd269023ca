// A machine that runs the magazine as `npm start` does, and can lose its power.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningDatabase } from 'dev/embedded-database';
import { projectRoot } from 'dev/startup/settings';
import pg from 'pg';
import type { Site } from './site';
import { type Visitor, visit } from './visitor';

/** Processes can be found by their parents. */
export const CAN_CUT_POWER = existsSync('/proc/self/stat');

export interface Machine {
  url: string;
  dataDir: string;
  /** To its database; a new one after each start. */
  db: pg.Client;
  /** What tests of one worker take for a site: `get`, `url` and `db`. */
  site: Site;
  start(): Promise<void>;
  /** Asks it to end. */
  stop(): void;
  /** Every process ends at once and writes nothing more. */
  cutPower(): void;
  /** Ends the worker's process alone. */
  killWorker(): void;
  /** All that the start which runs has begun. */
  processes(): number[];
  isAlive(pid: number): boolean;
  /** Of the start that runs, settled when it has ended by itself, with its exit code. */
  ended: Promise<number | null>;
  /** The last words of the start that runs or ran. */
  said(): string;
  /** The cron trigger, as if it were `time`. */
  runCron(time?: Date, cron?: string): Promise<Response>;
  /** The demo's administrator. */
  signIn(): Promise<Visitor>;
  /** Stops what runs and takes the data away. */
  scrap(): Promise<void>;
}

/** @param dataDir a folder of its own unless given */
export async function buildMachine(
  dataDir = mkdtempSync(join(tmpdir(), 'magazine-bad-day-')),
): Promise<Machine> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let said = '';
  const get: Site['get'] = (path, init) => fetch(url + path, { redirect: 'manual', ...init });
  const machine: Machine = {
    url,
    dataDir,
    db: new pg.Client(),
    site: {} as Site,
    ended: Promise.resolve(null),
    async start() {
      const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' };
      const started = spawn(join(projectRoot, 'node_modules/.bin/tsx'), ['dev/start.ts'], {
        cwd: projectRoot,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      said = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text: Buffer) => {
          said = (said + text.toString()).slice(-4_000);
        });
      machine.ended = new Promise((done) => started.once('exit', (code) => done(code)));
      await untilUp(url, machine.ended, () => said);
      const databaseUrl = findRunningDatabase(dataDir);
      if (!databaseUrl) throw new Error('There is no database');
      machine.db = new pg.Client(databaseUrl);
      // Its server is killed on purpose.
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
      if (workers.length === 0) throw new Error('There is no worker');
      for (const pid of workers) kill(pid);
    },
    processes: () => listChildren(child?.pid ?? 0),
    isAlive: (pid) => commandOf(pid) !== '',
    said: () => said,
    runCron(time = new Date(), cron = '* * * * *') {
      const query = new URLSearchParams({ cron, time: String(time.getTime()) });
      return get(`/cdn-cgi/handler/scheduled?${query}`);
    },
    async signIn() {
      const admin = visit(machine.site);
      const answer = await admin.signIn('admin@example.com', 'demo-admin-password');
      if (answer.status !== 303) throw new Error(`Nobody was let in: ${answer.status}`);
      return admin;
    },
    async scrap() {
      await machine.db.end().catch(() => {});
      child?.kill('SIGTERM');
      await machine.ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return machine;
}

async function untilUp(url: string, ended: Promise<unknown>, said: () => string): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    if (isOver) throw new Error(`It did not start:\n${said()}`);
    await pause(200);
  }
}

function kill(pid: number): void {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended first.
  }
}

/** All that a process started, and what those started. */
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
    // The fields after the name, which may hold anything but ends with the last bracket.
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

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A line for whoever watches. */
export const tell = (line: string) => void process.stdout.write(`  ${line}\n`);
