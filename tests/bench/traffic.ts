// Whether the worker's memory stays flat over an hour of steady traffic: readers from the cache, pages that render, and the newsroom's list.
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort, keptByMagazine } from './inspector';
import { type LoadOrder, load } from './load';
import { listSlugs, type Magazine } from './magazines';
import type { Options } from './options';
import { listPages } from './pages';
import { memoryOf } from './processor-time';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { formatTable, toText } from './table';
import { compareThirds } from './thirds';

const STEPS = 12;
/** Each second. */
const CACHED_REQUESTS = 40;
const RENDERED_REQUESTS = 4;
const DESK_REQUESTS = 1;
/** At one isolate, before it counts as silent. */
const LOOKS = 5;

export async function measureTraffic(stand: Stand, options: Options): Promise<void> {
  const magazine = stand.magazines.at(-1) as Magazine;
  const pages = (await listPages(magazine.databaseUrl)).filter((page) => !page.signedIn);
  const slugs = await listSlugs(magazine.databaseUrl);
  const paths = [
    ...pages.flatMap((page) => page.paths),
    ...slugs.map((slug) => `/article/${slug}`),
    '/feed.xml',
    '/sitemap.xml',
  ];
  const inspectors = [await findFreePort(), await findFreePort()] as const;
  const cached = await stand.startMagazine(magazine, 'on', { inspector: inspectors[0] });
  const rendering = await stand.startMagazine(magazine, 'off', { inspector: inspectors[1] });
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
    const cookie = await signIn(rendering);
    for (; second < (seconds * step) / STEPS; second += 1) {
      await turn(CACHED_REQUESTS, cached);
      await turn(RENDERED_REQUESTS, rendering);
      await turn(DESK_REQUESTS, { ...rendering, cookie }, ['/admin/articles', '/admin/leads', '/admin']);
      await pause(Math.max(0, began + (second + 1) * 1000 - performance.now()));
    }
    const now = [
      await keptNow(inspectors[0], () => turn(4, cached)),
      await keptNow(inspectors[1], () => turn(4, rendering)),
      memoryOf(cached.pid),
      memoryOf(rendering.pid),
    ];
    held.push(now);
    rows.push([
      ((performance.now() - began) / 60_000).toFixed(0),
      String(asked),
      ...now.map((value) => toText(value, 1)),
    ]);
    process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  const columns = ['cached keeps MB', 'rendering keeps MB', 'cached process MB', 'rendering process MB'];
  process.stdout.write(`\n${formatTable(['minutes', 'requests', ...columns], rows)}\n`);
  for (const [index, name] of columns.entries()) {
    const { middle, last, verdict } = compareThirds(held.map((now) => now[index] ?? Number.NaN));
    process.stdout.write(
      `${name}: ${toText(middle, 1)} in the middle third, ${toText(last, 1)} in the last, ${verdict}\n`,
    );
  }
}

/** Heap and buffers, in megabytes. Asked for while requests come: an idle isolate does not hear. One that falls silent is asked anew. */
async function keptNow(inspector: number, ask: () => Promise<unknown>): Promise<number> {
  for (let look = 0; look < LOOKS; look += 1) {
    let answered = false;
    const answer = keptByMagazine(inspector).finally(() => {
      answered = true;
    });
    while (!answered) await ask();
    const kept = await answer;
    if (kept) return kept.heap + kept.buffers;
  }
  throw new Error(`The magazine's isolate said nothing, asked ${LOOKS} times`);
}
