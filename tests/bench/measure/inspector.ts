// Connects to workers' isolates with the DevTools protocol.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

export interface Debuggee {
  ask(method: string, params?: object): Promise<unknown>;
  close(): void;
}

interface Target {
  /** The worker's name, with a prefix if Miniflare started it. */
  id: string;
  webSocketDebuggerUrl: string;
}

/** Megabytes in use after a garbage collection. */
export interface IsolateMemory {
  heap: number;
  /** Array buffers, which are outside of the heap. */
  buffers: number;
}

/** Miniflare uses the name from dev/miniflare.ts. */
const MAGAZINE = /^(main|magazine|core:user:law-firm-academy)$/;
/** An idle isolate does not answer, and a busy one sometimes does not. */
const TIMEOUT_MS = 5_000;

/** Connects to the magazine's isolate in a workerd with this inspector port. */
export async function attach(port: number): Promise<Debuggee> {
  return connect(magazineIn(await listTargets(port)));
}

/** The memory of the magazine's isolate; undefined if it does not answer. */
export async function readMagazineMemory(port: number): Promise<IsolateMemory | undefined> {
  return readMemory(magazineIn(await listTargets(port)));
}

/**
 * The memory of every isolate that answers, by name; the magazine's is called `magazine`. Queues, stores and
 * stubs have isolates, too. Idle isolates do not answer.
 */
export async function readIsolateMemories(port: number): Promise<Map<string, IsolateMemory>> {
  const looks = (await listTargets(port)).map(async (target) => {
    const name = MAGAZINE.test(target.id) ? 'magazine' : target.id;
    return [name, await readMemory(target)] as const;
  });
  const all = new Map<string, IsolateMemory>();
  for (const [name, kept] of await Promise.all(looks)) if (kept) all.set(name, kept);
  return all;
}

async function listTargets(port: number): Promise<Target[]> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
  // Targets whose name contains `#`, as some of Miniflare's do, cannot be connected to.
  return targets.filter(({ id }) => !id.includes('#'));
}

function magazineIn(targets: readonly Target[]): Target {
  const found = targets.find(({ id }) => MAGAZINE.test(id));
  if (!found) throw new Error(`No isolate of the magazine among: ${targets.map(({ id }) => id).join(', ')}`);
  return found;
}

/** Connects each time, because a connection that stopped answering does not recover. */
async function readMemory(target: Target): Promise<IsolateMemory | undefined> {
  const debuggee = await connect(target);
  try {
    return await Promise.race([measureIsolate(debuggee), sleep(TIMEOUT_MS, undefined, { ref: false })]);
  } finally {
    debuggee.close();
  }
}

async function measureIsolate(debuggee: Debuggee): Promise<IsolateMemory> {
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
