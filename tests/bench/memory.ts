// Checks whether the worker's memory stays flat over 50,000 requests to many pages, cached and uncached.
import { load } from './measure/load';
import { listSlugs, type Magazine } from './measure/magazines';
import { memoryOf } from './measure/processor-time';
import type { Bench } from './measure/servers';
import { formatTable, tableText } from './measure/table';
import type { Options } from './options';
import { listMeasuredPages } from './pages';

const REQUESTS = 50_000;
const STEPS = 10;
/** Allowed growth of the second half of the run: 15%. */
const FLAT = 1.15;

export async function measureMemory(bench: Bench, options: Options): Promise<void> {
  const magazine = bench.magazines.at(-1) as Magazine;
  const pages = (await listMeasuredPages(magazine.databaseUrl))
    .filter((page) => !page.signedIn)
    .flatMap((page) => page.paths);
  const articles = (await listSlugs(magazine.databaseUrl)).map((slug) => `/article/${slug}`);
  // Five repeated pages for each new article, so that the cache, which cannot hold all articles, is used
  // realistically.
  const paths = articles.flatMap((path, index) => [
    path,
    ...[0, 1, 2, 3, 4].map((offset) => pages[(index * 5 + offset) % pages.length] as string),
  ]);
  const cached = await bench.startMagazine(magazine, 'on');
  const uncached = await bench.startMagazine(magazine, 'off');
  const requests = (options.effort === 'quick' ? REQUESTS / 10 : REQUESTS) / STEPS;
  const rows: string[][] = [];
  const held: number[][] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    // One request in ten goes to the uncached worker.
    const share = Math.round(requests / 10);
    const order = { paths: rotate(paths, step * requests), concurrency: 8, milliseconds: 600_000 };
    await load({ ...order, port: cached.port, requests: requests - share });
    await load({ ...order, port: uncached.port, requests: share });
    const now = [memoryOf(cached.pid), memoryOf(uncached.pid)];
    held.push(now);
    rows.push([String(step * requests), ...now.map((megabytes) => tableText(megabytes))]);
  }
  process.stdout.write(`\n${formatTable(['requests', 'cached MB', 'uncached MB'], rows)}\n`);
  for (const [index, name] of ['cached', 'uncached'].entries()) {
    // The first steps fill the page cache and the heap's young generation.
    const growth = (held.at(-1)?.[index] ?? 0) / (held[Math.floor(STEPS / 2) - 1]?.[index] ?? 0);
    const verdict = growth <= FLAT ? 'flat' : 'NOT FLAT';
    process.stdout.write(`${name}: second half grew to ${growth.toFixed(2)} of its start, ${verdict}\n`);
  }
}

function rotate<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
