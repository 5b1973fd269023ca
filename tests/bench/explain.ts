// Runs EXPLAIN (ANALYZE) on the statements of each GET route, and marks those that read a whole large table.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Magazine, onDatabaseServer } from './measure/magazines';
import { addSamples, GROUPS, listAddresses, type RouteAddress } from './measure/route-addresses';
import type { Bench } from './measure/servers';
import { signInAdmin } from './measure/sign-in';
import { type RecordedStatement, startRecorder } from './measure/statement-recorder';
import { formatTable, tableText } from './measure/table';
import type { Options } from './options';

/** More rows than a page needs. Tables with at least this many rows count as large. */
const MANY_ROWS = 10_000;
const FEW_ROWS = 1_000;
/** Includes statements that a route sends after its answer. */
const AFTER_ANSWER_MS = 40;
const TIMEOUT_MS = 20_000;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Total Time': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  'Planning Time': number;
  'Execution Time': number;
}

interface ExplainedRoute {
  address: RouteAddress;
  status: number;
  roundTrips: number;
  statements: ExplainedStatement[];
}

interface ExplainedStatement {
  query: string;
  explained: Explained;
  marks: string[];
}

export async function explainPages(bench: Bench, options: Options): Promise<void> {
  for (const magazine of bench.magazines) await explainMagazine(bench, magazine, options);
}

/**
 * `--pages /search,/admin` limits the run to routes with these prefixes and prints each of their statements.
 */
async function explainMagazine(bench: Bench, magazine: Magazine, options: Options): Promise<void> {
  const recorder = await startRecorder(bench.gateway.httpUrl);
  const worker = await bench.startMagazine(magazine, 'off', { endpoint: recorder.httpUrl });
  const routes: ExplainedRoute[] = [];
  const skipped: string[] = [];
  await onDatabaseServer(magazine.databaseUrl, async (client) => {
    await addSamples(client);
    const large = await listLargeTables(client);
    process.stdout.write(`\nAt ${magazine.size} articles. Large tables: ${[...large].sort().join(', ')}\n`);
    const cookie = await signInAdmin(worker);
    for (const address of await listAddresses(client)) {
      const { path, name, group } = address;
      if (options.pages.length > 0 && !options.pages.some((start) => name.startsWith(start))) continue;
      if (path === null) skipped.push(name);
      if (path === null) continue;
      const ask = () =>
        open(`http://127.0.0.1:${worker.port}${path}`, group === 'public' ? undefined : cookie);
      await ask(); // fills the isolate's caches
      recorder.take();
      const status = await ask();
      const requests = recorder.take();
      const statements: ExplainedStatement[] = [];
      for (const statement of requests.flat().filter(({ query }) => !/^set /i.test(query))) {
        const explained = await explain(client, statement);
        statements.push({ query: statement.query, explained, marks: listMarks(explained.Plan, large) });
      }
      routes.push({ address, status, roundTrips: requests.length, statements });
    }
  });
  recorder.stop();
  report(routes, skipped, options.pages.length > 0);
}

function report(routes: ExplainedRoute[], skipped: string[], isDetailed: boolean): void {
  const queryingRoutes = routes.filter(({ statements }) => statements.length > 0);
  for (const group of GROUPS) {
    const rows = queryingRoutes.filter(({ address }) => address.group === group).map(toRow);
    if (rows.length > 0) process.stdout.write(`\n${formatTable([group, ...head], rows)}\n`);
  }
  const otherRoutes = routes.filter(({ statements }) => statements.length === 0);
  const names = otherRoutes.map(({ address, status }) => `${address.name} (${status})`);
  process.stdout.write(`\nNo database requests: ${names.join(', ') || 'none'}\n`);
  process.stdout.write(`Skipped for lack of a row: ${skipped.join(', ') || 'none'}\n`);
  if (isDetailed) for (const route of queryingRoutes) process.stdout.write(`\n${describe(route)}\n`);
  const marked = queryingRoutes.flatMap(({ address, statements }) =>
    statements
      .filter(({ marks }) => marks.length > 0)
      .map(({ query, marks, explained }) =>
        [
          `\n${address.name}: ${marks.join(', ')}`,
          `  ${shorten(query, 1500)}`,
          ...drawPlan(explained.Plan),
        ].join('\n'),
      ),
  );
  process.stdout.write(
    marked.length === 0
      ? '\nNo statement reads a whole large table or very many rows of one.\n'
      : `\nThese read more than a page needs:\n${marked.join('\n')}\n`,
  );
}

/** Reads the answer to its end and returns its status. */
async function open(url: string, cookie: string | undefined): Promise<number> {
  const headers: Record<string, string> = { accept: 'text/html', ...(cookie && { cookie }) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { headers, redirect: 'manual', signal });
  // A stream of events does not end by itself.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  await (isStream ? response.body?.cancel() : response.arrayBuffer());
  await sleep(AFTER_ANSWER_MS);
  return response.status;
}

/** Tables whose full scan for a page would take longer with each article. */
async function listLargeTables(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1",
    [MANY_ROWS],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Returns the second of two runs, because the first reads uncached pages. Writes are rolled back. */
async function explain(client: Client, { query, params }: RecordedStatement): Promise<Explained> {
  const run = async () => {
    await client.query('begin');
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
        `explain (analyze, buffers, format json) ${query}`,
        params,
      );
      return (rows[0] as { 'QUERY PLAN': [Explained] })['QUERY PLAN'][0];
    } finally {
      await client.query('rollback');
    }
  };
  await run();
  return run();
}

/** Full scans of large tables, and nodes that process very many rows. */
function listMarks(node: PlanNode, large: ReadonlySet<string>): string[] {
  const below = (node.Plans ?? []).flatMap((child) => listMarks(child, large));
  const relation = node['Relation Name'] ?? '';
  // A part of the plan that did not run costs nothing.
  if (node['Actual Loops'] === 0) return below;
  const handled =
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  // A scan that stops after the first rows does not read the whole table.
  if (node['Node Type'] === 'Seq Scan' && large.has(relation) && handled > FEW_ROWS)
    return [`SEQ SCAN ${relation}`, ...below];
  return handled > MANY_ROWS && below.length === 0 ? [`${node['Node Type']}: ${handled} rows`] : below;
}

/** One line per node that ran, as psql prints EXPLAIN. */
function drawPlan(node: PlanNode, depth = 1): string[] {
  if (node['Actual Loops'] === 0) return [];
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const line = [
    node['Node Type'],
    node['Index Name'] ?? '',
    node['Relation Name'] ?? '',
    `(${node['Actual Rows']} rows, ${node['Actual Loops']} times, ${tableText(node['Actual Total Time'], 1)} ms`,
  ].filter((part) => part !== '');
  const below = (node.Plans ?? []).flatMap((child) => drawPlan(child, depth + 1));
  return [
    `${'  '.repeat(depth)}${line.join(' ')}${removed > 0 ? `, ${removed} rows removed` : ''})`,
    ...below,
  ];
}

const head = ['status', 'round trips', 'statements', 'planning ms', 'execution ms', 'blocks', 'marks'];

function toRow({ address, status, roundTrips, statements }: ExplainedRoute): string[] {
  const sum = (of: (explained: Explained) => number) =>
    statements.reduce((total, { explained }) => total + of(explained), 0);
  return [
    address.name,
    tableText(status),
    tableText(roundTrips),
    tableText(statements.length),
    tableText(
      sum((each) => each['Planning Time']),
      1,
    ),
    tableText(
      sum((each) => each['Execution Time']),
      1,
    ),
    tableText(sum(blocksOf)),
    [...new Set(statements.flatMap(({ marks }) => marks))].join(', '),
  ];
}

const blocksOf = ({ Plan: plan }: Explained) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

/** All statements of a route. */
function describe({ address, statements }: ExplainedRoute): string {
  const rows = statements.map(({ query, explained, marks }) => [
    shorten(query, 80),
    tableText(explained['Planning Time'], 2),
    tableText(explained['Execution Time'], 2),
    tableText(blocksOf(explained)),
    tableText(explained.Plan['Actual Rows']),
    marks.join(', '),
  ]);
  return formatTable([address.name, 'planning ms', 'execution ms', 'blocks', 'rows', 'marks'], rows);
}

/** Starts at the first table, because the selected columns matter less. */
function shorten(query: string, length: number): string {
  const text = query.replace(/\s+/g, ' ').trim();
  const from = length < 100 ? text.search(/ from /i) : 0;
  return text.slice(from > 0 ? from + 1 : 0).slice(0, length);
}
