// Workers' isolates seen by the DevTools protocol.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

export interface Debuggee {
  ask(method: string, params?: object): Promise<unknown>;
  close(): void;
}

interface Target {
  /** Of the worker, with a prefix where Miniflare starts it. */
  id: string;
  webSocketDebuggerUrl: string;
}

/** Megabytes that an isolate still needs after a collection. */
export interface Kept {
  heap: number;
  /** Of array buffers, which lie beside the heap. */
  buffers: number;
}

/** Miniflare calls the magazine by the name that dev/miniflare.ts gives it. */
const MAGAZINE = /^(main|magazine|core:user:law-firm-academy)$/;
/** An isolate without work says nothing, and one under load falls silent now and then. */
const LONGEST_ANSWER_MS = 5_000;

/** The magazine's isolate in a workerd that listens for DevTools on a port of this machine. */
export async function attach(port: number): Promise<Debuggee> {
  return connect(magazineIn(await listTargets(port)));
}

/** What the magazine keeps; undefined when it does not say. */
export async function keptByMagazine(port: number): Promise<Kept | undefined> {
  return keptBy(magazineIn(await listTargets(port)));
}

/**
 * What every isolate keeps that says so, by its name; the magazine's is called `magazine`. Queues, stores and stubs have theirs.
 * One that does nothing does not answer.
 */
export async function keptByAll(port: number): Promise<Map<string, Kept>> {
  const looks = (await listTargets(port)).map(async (target) => {
    const name = MAGAZINE.test(target.id) ? 'magazine' : target.id;
    return [name, await keptBy(target)] as const;
  });
  const all = new Map<string, Kept>();
  for (const [name, kept] of await Promise.all(looks)) if (kept) all.set(name, kept);
  return all;
}

async function listTargets(port: number): Promise<Target[]> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
  // A name with a # in it, as some of Miniflare's own have, cannot be asked for.
  return targets.filter(({ id }) => !id.includes('#'));
}

function magazineIn(targets: readonly Target[]): Target {
  const found = targets.find(({ id }) => MAGAZINE.test(id));
  if (!found)
    throw new Error(`None of these isolates is the magazine: ${targets.map(({ id }) => id).join(', ')}`);
  return found;
}

/** Attached anew for each look: a connection that fell silent stays so. */
async function keptBy(target: Target): Promise<Kept | undefined> {
  const debuggee = await connect(target);
  try {
    return await Promise.race([lookAt(debuggee), sleep(LONGEST_ANSWER_MS, undefined, { ref: false })]);
  } finally {
    debuggee.close();
  }
}

async function lookAt(debuggee: Debuggee): Promise<Kept> {
  await debuggee.ask('HeapProfiler.collectGarbage');
  const usage = (await debuggee.ask('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize: number;
  };
  return { heap: usage.usedSize / 1024 / 1024, buffers: usage.backingStorageSize / 1024 / 1024 };
}

async function connect(target: Target): Promise<Debuggee> {
  const socket = new WebSocket(target.webSocketDebuggerUrl, { maxPayload: 512 * 1024 * 1024 });
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
  return { ask, close: () => socket.close() };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
