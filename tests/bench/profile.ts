// Where a page's processor time goes, function by function, as V8's sampling profiler sees it.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { type CpuProfile, type FunctionTime, timeByFunction } from './cpu-profile';
import { load } from './load';
import type { Magazine } from './magazines';
import type { Options } from './options';
import { listPages } from './pages';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { formatTable } from './table';
import { builtBundle } from './workerd-server';

const WARM_REQUESTS = 600;
const REQUESTS = 600;
const INTERVAL_MICROSECONDS = 200;
const ROWS = 25;

export async function profilePages(stand: Stand, options: Options): Promise<void> {
  const magazine = stand.magazines.at(-1) as Magazine;
  const wanted = options.pages.length > 0 ? options.pages : ['home', 'article'];
  const pages = (await listPages(magazine.databaseUrl)).filter((page) =>
    wanted.includes(page.name.split(' ')[0] ?? ''),
  );
  const inspector = await findFreePort();
  const server = await stand.startMagazine(magazine, 'off', { inspector });
  const debuggee = await attach(inspector);
  const map = new SourceMap(JSON.parse(readFileSync(`${options.bundle ?? builtBundle}.map`, 'utf8')));
  for (const page of pages) {
    const cookie = page.signedIn ? await signIn(server) : undefined;
    const order = { port: server.port, paths: page.paths, cookie, concurrency: 4, milliseconds: 120_000 };
    await load({ ...order, requests: WARM_REQUESTS });
    await debuggee.ask('Profiler.start');
    await load({ ...order, requests: REQUESTS });
    const { profile } = (await debuggee.ask('Profiler.stop')) as { profile: CpuProfile };
    const file = join(tmpdir(), `${page.name.replaceAll(' ', '-')}.cpuprofile`);
    writeFileSync(file, JSON.stringify(profile));
    process.stdout.write(
      `\n${describe(page.name, profile, map)}\nThe whole recording, for DevTools: ${file}\n`,
    );
  }
  debuggee.close();
}

function describe(name: string, profile: CpuProfile, map: SourceMap): string {
  const { functions, busyMilliseconds } = timeByFunction(profile, map);
  const table = (by: 'self' | 'total') =>
    formatTable(
      [by === 'self' ? 'function itself' : 'function and what it calls', 'place', 'self %', 'total %'],
      functions
        .sort((a, b) => b[by] - a[by])
        .slice(0, ROWS)
        .map(toRow),
    );
  const each = (busyMilliseconds / REQUESTS).toFixed(2);
  return `${name}: ${each} ms of script a page\n\n${table('self')}\n\n${table('total')}`;
}

function toRow({ name, place, self, total }: FunctionTime): string[] {
  return [name, place, (self * 100).toFixed(1), (total * 100).toFixed(1)];
}

interface Debuggee {
  ask(method: string, params?: object): Promise<unknown>;
  close(): void;
}

async function attach(port: number): Promise<Debuggee> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  // The magazine comes first in the configuration; the stubs beside it are targets too.
  const target =
    targets.find(({ webSocketDebuggerUrl }) => /magazine|main/.test(webSocketDebuggerUrl)) ?? targets[0];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { maxPayload: 512 * 1024 * 1024 });
  await once(socket, 'open');
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  socket.on('message', (text) => {
    const { id, result, error } = JSON.parse(String(text));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  });
  let count = 0;
  const ask: Debuggee['ask'] = (method, params = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
  return { ask, close: () => socket.close() };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
