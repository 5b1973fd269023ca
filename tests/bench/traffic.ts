// Checks whether the worker's memory stays flat over an hour of steady traffic: cached pages, rendered pages
// and the admin list.
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../support/site/free-port';
import { readMagazineMemory } from './measure/inspector';
import { type LoadOrder, load } from './measure/load';
import { listSlugs, type Magazine } from './measure/magazines';
import { memoryOf } from './measure/processor-time';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { formatTable, tableText } from './measure/table';
import { compareThirds } from './measure/thirds';
import type { Options } from './options';
import { listMeasuredPages } from './pages';

const STEPS = 12;
/** Requests per second. */
const CACHED_REQUESTS = 40;
const RENDERED_REQUESTS = 4;
const LIST_REQUESTS = 1;
/** Number of attempts to sample an isolate's memory. */
const ATTEMPTS = 5;

export async function measureTraffic(bench: Bench, options: Options): Promise<void> {
  const magazine = bench.magazines.at(-1) as Magazine;
  const pages = (await listMeasuredPages(magazine.databaseUrl)).filter((page) => !page.signedIn);
  const slugs = await listSlugs(magazine.databaseUrl);
  const paths = [
    ...pages.flatMap((page) => page.paths),
    ...slugs.map((slug) => `/article/${slug}`),
    '/feed.xml',
    '/sitemap.xml',
  ];
  const inspectors = [await findFreePort(), await findFreePort()] as const;
  const cached = await bench.startMagazine(magazine, 'on', { inspector: inspectors[0] });
  const rendering = await bench.startMagazine(magazine, 'off', { inspector: inspectors[1] });
  const seconds = options.minutes * 60;
  const rows: string[][] = [];
  const held: number[][] = [];
  let asked = 0;
  const turn = (count: number, order: Pick<LoadOrder, 'port' | 'cookie'>, from = paths) => {
    const start = asked % from.length;
    asked += count;
    const some = [...from.slice(start), ...from].slice(0, count);
    return load({ ...order, paths: some, requests: count, concurrency: 2, milliseconds: 60_000 });
  };
  const began = performance.now();
  let second = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const cookie = await signInAdmin(rendering);
    for (; second < (seconds * step) / STEPS; second += 1) {
      await turn(CACHED_REQUESTS, cached);
      await turn(RENDERED_REQUESTS, rendering);
      await turn(LIST_REQUESTS, { ...rendering, cookie }, ['/admin/articles', '/admin/leads', '/admin']);
      await pause(Math.max(0, began + (second + 1) * 1000 - performance.now()));
    }
    const now = [
      await readCurrentMemory(inspectors[0], () => turn(4, cached)),
      await readCurrentMemory(inspectors[1], () => turn(4, rendering)),
      memoryOf(cached.pid),
      memoryOf(rendering.pid),
    ];
    held.push(now);
    rows.push([
      ((performance.now() - began) / 60_000).toFixed(0),
      String(asked),
      ...now.map((value) => tableText(value, 1)),
    ]);
    process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  const columns = ['cached isolate MB', 'rendering isolate MB', 'cached process MB', 'rendering process MB'];
  process.stdout.write(`\n${formatTable(['minutes', 'requests', ...columns], rows)}\n`);
  for (const [index, name] of columns.entries()) {
    const { middle, last, verdict } = compareThirds(held.map((now) => now[index] ?? Number.NaN));
    process.stdout.write(
      `${name}: ${tableText(middle, 1)} in the middle third, ${tableText(last, 1)} in the last, ${verdict}\n`,
    );
  }
}

/**
 * Heap and buffers, in megabytes. Sends requests meanwhile, because an idle isolate does not answer. Tries
 * again if it does not answer.
 */
async function readCurrentMemory(inspector: number, ask: () => Promise<unknown>): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let answered = false;
    const answer = readMagazineMemory(inspector).finally(() => {
      answered = true;
    });
    while (!answered) await ask();
    const kept = await answer;
    if (kept) return kept.heap + kept.buffers;
  }
  throw new Error(`The magazine's isolate did not answer in ${ATTEMPTS} attempts`);
}
