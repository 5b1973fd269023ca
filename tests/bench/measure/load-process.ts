// A load generator in its own process, so that it does not delay what this process measures. As a script, it is that process:
// it takes the order on stdin and prints how many requests were answered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isEntry } from 'dev/startup/is-entry';
import { type LoadOrder, load } from './load';

export interface SteadyLoad
  extends Pick<LoadOrder, 'port' | 'paths' | 'concurrency' | 'callers' | 'userAgent'> {
  bodies: readonly string[];
  perSecond: number;
}

const STEP_MS = 50;

/** Sends requests at a steady rate until `stop`, which returns how many were answered, and per second. */
export async function startSteadyLoad(
  order: SteadyLoad,
): Promise<{ stop(): Promise<{ answered: number; perSecond: number }> }> {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(order)}\n`);
  await once(child.stdout, 'data');
  return {
    async stop() {
      child.stdin.end();
      const [answer] = await once(child.stdout, 'data');
      await once(child, 'exit');
      return JSON.parse(String(answer));
    },
  };
}

async function run(
  order: SteadyLoad,
  isOver: () => boolean,
): Promise<{ answered: number; perSecond: number }> {
  const began = performance.now();
  let answered = 0;
  while (!isOver()) {
    const due = Math.floor(((performance.now() - began + STEP_MS) / 1000) * order.perSecond) - answered;
    if (due > 0) {
      const at = answered % order.bodies.length;
      const bodies = [...order.bodies.slice(at, at + due), ...order.bodies].slice(0, due);
      const { latencies } = await load({ ...order, bodies, requests: due, milliseconds: 60_000 });
      answered += latencies.length;
    }
    await pause(Math.max(0, began + ((answered / order.perSecond) * 1000 - STEP_MS) - performance.now()));
  }
  return { answered, perSecond: answered / ((performance.now() - began) / 1000) };
}

if (isEntry(import.meta.url)) {
  let text = '';
  let isOver = false;
  process.stdin.on('data', (chunk) => {
    text += chunk;
    if (!text.endsWith('\n')) return;
    process.stdout.write('started\n');
    void run(JSON.parse(text), () => isOver).then((result) =>
      process.stdout.write(`${JSON.stringify(result)}\n`),
    );
  });
  process.stdin.once('end', () => {
    isOver = true;
  });
}
