// Speed of every public page and of the newsroom's list at every size, from the database and from the cache, beside a constant answer of the same size.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { type Aim, judge, type Measured } from './aims';
import { type Figures, runHeat, shareOf, type Target } from './heat';
import { load } from './load';
import type { Magazine } from './magazines';
import type { Options } from './options';
import { listPages, type Page } from './pages';
import { findPostmaster, timeOf, timeOfServer } from './processor-time';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { formatRow, formatTable, toText } from './table';
import type { WorkerdServer } from './workerd-server';

interface Contender extends Target {
  magazine: Magazine;
  cache: 'on' | 'off';
}

interface Workers {
  /** `cookie` is the administrator's; a page that is for all is asked for without. */
  contenders: Omit<Contender, 'paths'>[];
  constant: WorkerdServer;
}

const CONCURRENCY = 8;
/** Turns and their length; the shorter the turns, the more alike the conditions of neighbours. */
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

export async function measureSpeed(stand: Stand, options: Options): Promise<void> {
  const { magazines } = stand;
  const [smallest] = magazines as [Magazine, ...Magazine[]];
  const all = await listPages(smallest.databaseUrl);
  const pages =
    options.pages.length > 0
      ? all.filter((page) => options.pages.includes(page.name.split(' ')[0] ?? ''))
      : all;
  if (pages.length === 0) throw new Error(`No page is called ${options.pages.join(' or ')}.`);
  const postmaster = await findPostmaster(smallest.databaseUrl);
  const databaseTime = () => timeOfServer(postmaster) + timeOf(stand.gateway.pid);
  const workers: Workers = { contenders: [], constant: await stand.startConstant() };
  for (const magazine of magazines) {
    for (const cache of ['off', 'on'] as const) {
      const server = await stand.startMagazine(magazine, cache);
      workers.contenders.push({ magazine, cache, server, cookie: await signIn(server) });
    }
  }
  process.stdout.write(`${conditions()}\n\n`);
  await warmUp(workers, pages, options);
  const measured: Measured[] = [];
  for (const cache of ['off', 'on'] as const) {
    process.stdout.write(
      cache === 'off' ? 'From the database (page cache off)\n' : '\nFrom the cache (memory of the isolate)\n',
    );
    process.stdout.write(`${formatRow(head, widths)}\n`);
    for (const page of pages.filter((candidate) => cache === 'off' || candidate.cached)) {
      const found = await measurePage(page, cache, workers, options, databaseTime);
      measured.push(...found);
      for (const entry of found) process.stdout.write(`${formatRow(toRow(entry), widths)}\n`);
    }
  }
  process.stdout.write(`\n${toVerdict(judge(measured))}\n${machineLoad()}\n`);
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
  // The same few from memory, for a constant answer has no choice of pages either.
  const paths = cache === 'on' ? page.paths.slice(0, 1) : page.paths;
  const contenders: Contender[] = workers.contenders
    .filter((contender) => contender.cache === cache)
    .map((contender) => ({ ...contender, paths, cookie: page.signedIn ? contender.cookie : undefined }));
  const bytes = await warmPage(contenders);
  const constant = { server: workers.constant, paths: [`/?bytes=${bytes}`] };
  const targets = [...contenders, constant];
  await runHeat({ targets, rounds: 1, concurrency: CONCURRENCY, milliseconds: milliseconds / 2 });
  const busy = await runHeat({ targets, rounds, concurrency: CONCURRENCY, milliseconds, watch });
  const calm = await runHeat({
    targets,
    rounds: 8,
    concurrency: 1,
    milliseconds: 2000,
    requests,
  });
  return contenders.map((contender) => ({
    page,
    size: contender.magazine.size,
    cache,
    busy: busy.get(contender) as Figures,
    calm: calm.get(contender) as Figures,
    constant: busy.get(constant) as Figures,
  }));
}

/** Each page once, so that it is in the cache and the planner's statistics are read. Gives the size of an answer. */
async function warmPage(contenders: Contender[]): Promise<number> {
  let bytes = 0;
  for (const { server, paths, cookie } of contenders) {
    const order = { port: server.port, paths, cookie, concurrency: 1, milliseconds: 20_000 };
    const answers = await load({ ...order, requests: paths.length * 2 });
    bytes += answers.bytes / answers.latencies.length / contenders.length;
  }
  return Math.round(bytes);
}

/** V8 compiles what runs often: every worker renders some hundred pages before anything is measured. */
async function warmUp({ contenders }: Workers, pages: Page[], options: Options): Promise<void> {
  const usual = pages.filter((page) => !page.apart);
  const pathsOf = (chosen: Page[]) => chosen.flatMap((page) => page.paths.slice(0, 3));
  const paths = pathsOf(usual.filter((page) => !page.signedIn));
  const own = pathsOf(usual.filter((page) => page.signedIn));
  const requests = effort[options.effort].warmRequests;
  for (const { server, cookie } of contenders) {
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
  'trips',
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
    toText(busy.perSecond),
    toText(calm.p50, calm.p50 < 2 ? 2 : 1),
    toText(calm.p99, calm.p99 < 2 ? 2 : 1),
    toText(busy.roundTrips, Number.isInteger(busy.roundTrips) ? 0 : 2),
    toText(busy.bytes),
    toText(busy.processor, busy.processor < 1 ? 3 : 2),
    toText(busy.watched, 2),
    toText(shareOf(busy, constant), cache === 'on' ? 2 : 3),
    toText(constant.processor / busy.processor, cache === 'on' ? 2 : 3),
  ];
}

function toVerdict(aims: Aim[]): string {
  const lines = aims.map(({ what, aim, found, met }) => [what, aim, found, met ? 'met' : 'MISSED']);
  return formatTable(['aim', 'at', 'found', ''], lines);
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
