// A load generator in its own process, so that it does not delay what this process measures. As a script, it is that process:
// it takes the order on stdin and prints how many requests were answered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isEntry } from 'dev/startup/is-entry';
import { type LoadOrder, load } from './load';

export interface SteadyLoad
  extends Pick<LoadOrder, 'port' | 'paths' | 'bodies' | 'concurrency' | 'callers' | 'userAgent'> {
  perSecond: number;
}

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
  const { latencies, milliseconds } = await load({
    ...order,
    isOver,
    milliseconds: Number.POSITIVE_INFINITY,
  });
  return { answered: latencies.length, perSecond: latencies.length / (milliseconds / 1000) };
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
