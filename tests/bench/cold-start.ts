// How long a reader waits whom a fresh isolate serves: from starting workerd to its first page, beside a worker that answers a
// constant, and the page after it. Both take turns, so that the machine's moods hit them alike.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Magazine } from './magazines';
import { median } from './median';
import type { Options } from './options';
import type { Stand } from './stand';
import { formatTable } from './table';
import { builtBundle, type WorkerdServer } from './workerd-server';

interface Start {
  /** Milliseconds until the port is open: the runtime is up and the bundle's top level has run. */
  open: number;
  /** Milliseconds of the first request. */
  first: number;
  second: number;
}

export async function measureColdStart(stand: Stand, options: Options): Promise<void> {
  const magazine = stand.magazines.at(-1) as Magazine;
  const starts: Record<'constant' | 'home', Start[]> = { constant: [], home: [] };
  for (let turn = 0; turn < (options.effort === 'quick' ? 4 : 12); turn += 1) {
    starts.constant.push(await startOnce(() => stand.startConstant(), '/?bytes=150000'));
    starts.home.push(await startOnce(() => stand.startMagazine(magazine, 'off'), '/'));
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
Medians of ${starts.home.length} starts in turn. The bundle has ${kB(bundle.length)} kB, ${kB(gzipSync(bundle).length)} kB gz.\n`,
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
