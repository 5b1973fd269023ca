// Measures every public page and the admin article list at every size, from the database and from the cache,
// and compares them with a constant answer of the same size.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { checkGoals, type Measured, type PerformanceGoal } from './goals';
import { type MeasuredFigures, measureInTurns, shareOf, type Target } from './measure/compare';
import { load } from './measure/load';
import type { Magazine } from './measure/magazines';
import { findPostmaster, timeOf, timeOfServer } from './measure/processor-time';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { formatRow, formatTable, tableText } from './measure/table';
import type { WorkerdServer } from './measure/workerd-server';
import type { Options } from './options';
import { listMeasuredPages, type Page } from './pages';

interface Candidate extends Target {
  magazine: Magazine;
  cache: 'on' | 'off';
}

interface Workers {
  /** `cookie` is the administrator's; public pages are requested without it. */
  candidates: Omit<Candidate, 'paths'>[];
  constant: WorkerdServer;
}

const CONCURRENCY = 8;
/** Number and length of turns. Shorter turns make neighbors more comparable. */
const effort = {
  usual: {
    rounds: { off: 6, on: 16 },
    milliseconds: { off: 500, on: 200 },
    calmRequests: 30,
    warmRequests: 400,
  },
  quick: {
    rounds: { off: 4, on: 8 },
    milliseconds: { off: 250, on: 150 },
    calmRequests: 10,
    warmRequests: 100,
  },
};

export async function measureSpeed(bench: Bench, options: Options): Promise<void> {
  const { magazines } = bench;
  const [smallest] = magazines as [Magazine, ...Magazine[]];
  const all = await listMeasuredPages(smallest.databaseUrl);
  const pages =
    options.pages.length > 0
      ? all.filter((page) => options.pages.includes(page.name.split(' ')[0] ?? ''))
      : all;
  if (pages.length === 0) throw new Error(`No page is called ${options.pages.join(' or ')}.`);
  const postmaster = await findPostmaster(smallest.databaseUrl);
  const databaseTime = () => timeOfServer(postmaster) + timeOf(bench.gateway.pid);
  const workers: Workers = { candidates: [], constant: await bench.startConstant() };
  for (const magazine of magazines) {
    for (const cache of ['off', 'on'] as const) {
      const server = await bench.startMagazine(magazine, cache);
      workers.candidates.push({ magazine, cache, server, cookie: await signInAdmin(server) });
    }
  }
  process.stdout.write(`${conditions()}\n\n`);
  await warmUp(workers, pages, options);
  const measured: Measured[] = [];
  for (const cache of ['off', 'on'] as const) {
    process.stdout.write(
      cache === 'off' ? 'From the database (page cache off)\n' : '\nFrom the cache (isolate memory)\n',
    );
    process.stdout.write(`${formatRow(head, widths)}\n`);
    for (const page of pages.filter((candidate) => cache === 'off' || candidate.cached)) {
      const found = await measurePage(page, cache, workers, options, databaseTime);
      measured.push(...found);
      for (const entry of found) process.stdout.write(`${formatRow(toRow(entry), widths)}\n`);
    }
  }
  process.stdout.write(`\n${toVerdict(checkGoals(measured))}\n${machineLoad()}\n`);
}

async function measurePage(
  page: Page,
  cache: 'on' | 'off',
  workers: Workers,
  options: Options,
  watch: () => number,
): Promise<Measured[]> {
  const { calmRequests: requests, ...turns } = effort[options.effort];
  const rounds = turns.rounds[cache];
  const milliseconds = turns.milliseconds[cache];
  // One page from the cache, because the constant answer is one page, too.
  const paths = cache === 'on' ? page.paths.slice(0, 1) : page.paths;
  const candidates: Candidate[] = workers.candidates
    .filter((candidate) => candidate.cache === cache)
    .map((candidate) => ({ ...candidate, paths, cookie: page.signedIn ? candidate.cookie : undefined }));
  const bytes = await warmPage(candidates);
  const constant = { server: workers.constant, paths: [`/?bytes=${bytes}`] };
  const targets = [...candidates, constant];
  await measureInTurns({ targets, rounds: 1, concurrency: CONCURRENCY, milliseconds: milliseconds / 2 });
  const busy = await measureInTurns({ targets, rounds, concurrency: CONCURRENCY, milliseconds, watch });
  const calm = await measureInTurns({
    targets,
    rounds: 8,
    concurrency: 1,
    milliseconds: 2000,
    requests,
  });
  return candidates.map((candidate) => ({
    page,
    size: candidate.magazine.size,
    cache,
    busy: busy.get(candidate) as MeasuredFigures,
    calm: calm.get(candidate) as MeasuredFigures,
    constant: busy.get(constant) as MeasuredFigures,
  }));
}

/**
 * Requests each page twice, so that it is cached and the planner's statistics are loaded. Returns the average
 * answer size.
 */
async function warmPage(candidates: Candidate[]): Promise<number> {
  let bytes = 0;
  for (const { server, paths, cookie } of candidates) {
    const order = { port: server.port, paths, cookie, concurrency: 1, milliseconds: 20_000 };
    const answers = await load({ ...order, requests: paths.length * 2 });
    bytes += answers.bytes / answers.latencies.length / candidates.length;
  }
  return Math.round(bytes);
}

/** Warms up V8's compiler: every worker renders several hundred pages before the measurement. */
async function warmUp({ candidates }: Workers, pages: Page[], options: Options): Promise<void> {
  const usual = pages.filter((page) => !page.apart);
  const pathsOf = (chosen: Page[]) => chosen.flatMap((page) => page.paths.slice(0, 3));
  const paths = pathsOf(usual.filter((page) => !page.signedIn));
  const own = pathsOf(usual.filter((page) => page.signedIn));
  const requests = effort[options.effort].warmRequests;
  for (const { server, cookie } of candidates) {
    const order = { port: server.port, concurrency: 4, milliseconds: 20_000 };
    if (paths.length > 0) await load({ ...order, paths, requests });
    if (own.length > 0) await load({ ...order, paths: own, cookie, requests: requests / 4 });
  }
}

const head = [
  'page',
  'articles',
  'req/s',
  'p50 ms',
  'p99 ms',
  'round trips',
  'bytes',
  'worker ms',
  'database ms',
  'of constant',
  'by CPU',
];

const widths = head.map((title, column) => (column === 0 ? 18 : Math.max(title.length, 6)));

function toRow({ page, size, cache, busy, calm, constant }: Measured): string[] {
  return [
    page.name,
    String(size),
    tableText(busy.perSecond),
    tableText(calm.p50, calm.p50 < 2 ? 2 : 1),
    tableText(calm.p99, calm.p99 < 2 ? 2 : 1),
    tableText(busy.roundTrips, Number.isInteger(busy.roundTrips) ? 0 : 2),
    tableText(busy.bytes),
    tableText(busy.processor, busy.processor < 1 ? 3 : 2),
    tableText(busy.watched, 2),
    tableText(shareOf(busy, constant), cache === 'on' ? 2 : 3),
    tableText(constant.processor / busy.processor, cache === 'on' ? 2 : 3),
  ];
}

function toVerdict(goals: PerformanceGoal[]): string {
  const lines = goals.map(({ what, goal, found, met }) => [what, goal, found, met ? 'met' : 'MISSED']);
  return formatTable(['figure', 'goal', 'found', ''], lines);
}

function conditions(): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  return [
    `\n${availableParallelism()} cores (${model}), Node ${process.versions.node}, ${machineLoad()}.`,
    'req/s and processor time with 8 requests at a time, latencies with 1; worker ms: processor time of workerd per page,',
    'database ms: of PostgreSQL and the gateway; of constant: req/s against an answer of that size that needs no work.',
  ].join('\n');
}

function machineLoad(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}
