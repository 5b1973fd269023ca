// A worker's isolate seen by the DevTools protocol.
import { once } from 'node:events';
import { createServer } from 'node:net';
import WebSocket from 'ws';

export interface Debuggee {
  ask(method: string, params?: object): Promise<unknown>;
  close(): void;
}

/** The magazine's isolate in a workerd that listens for DevTools on a port of this machine. */
export async function attach(port: number): Promise<Debuggee> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    id: string;
    webSocketDebuggerUrl: string;
  }[];
  // Queues, stores and stubs are targets, too. In Miniflare the magazine has the name that wrangler.toml gives it.
  const target =
    targets.find(({ id }) => /^(main|magazine|core:user:law-firm-academy)$/.test(id)) ?? targets[0];
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

/** Megabytes that the isolate still needs after a collection. */
export async function heapOf(debuggee: Debuggee): Promise<number> {
  await debuggee.ask('HeapProfiler.collectGarbage');
  const { usedSize } = (await debuggee.ask('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1024 / 1024;
}
