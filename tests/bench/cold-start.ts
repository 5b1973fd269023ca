// Measures the first two answers of a new isolate, from the start of workerd, and of a worker with a constant
// answer. Both take turns, so that changes in machine load affect both.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Magazine } from './measure/magazines';
import { median } from './measure/median';
import type { Bench } from './measure/servers';
import { formatTable } from './measure/table';
import { builtBundle, type WorkerdServer } from './measure/workerd-server';
import type { Options } from './options';

interface Start {
  /** Milliseconds until the port is open: the runtime has started and the bundle's top level has run. */
  open: number;
  /** Milliseconds of the first request. */
  first: number;
  second: number;
}

export async function measureColdStart(bench: Bench, options: Options): Promise<void> {
  const magazine = bench.magazines.at(-1) as Magazine;
  const starts: Record<'constant' | 'home', Start[]> = { constant: [], home: [] };
  for (let turn = 0; turn < (options.effort === 'quick' ? 4 : 12); turn += 1) {
    starts.constant.push(await startOnce(() => bench.startConstant(), '/?bytes=150000'));
    starts.home.push(await startOnce(() => bench.startMagazine(magazine, 'off'), '/'));
  }
  const rows = Object.entries(starts).map(([name, all]) => [
    name,
    ...(['open', 'first', 'second'] as const).map((part) =>
      median(all.map((start) => start[part])).toFixed(1),
    ),
  ]);
  const bundle = readFileSync(options.bundle ?? builtBundle);
  process.stdout.write(
    `\n${formatTable(['worker', 'open ms', 'first answer ms', 'second ms'], rows)}
Medians of ${starts.home.length} alternating starts. The bundle has ${kB(bundle.length)} kB, ${kB(gzipSync(bundle).length)} kB gz.\n`,
  );
}

async function startOnce(start: () => Promise<WorkerdServer>, path: string): Promise<Start> {
  const began = performance.now();
  const server = await start();
  const open = performance.now() - began;
  try {
    return { open, first: await ask(server, path), second: await ask(server, path) };
  } finally {
    await server.stop();
  }
}

async function ask({ port }: WorkerdServer, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - began;
}

function kB(bytes: number): string {
  return Math.round(bytes / 1000).toLocaleString('en-US');
}
