// What the database does for each route that answers a GET: EXPLAIN (ANALYZE) of the statements that it sends, with a mark on each
// that reads the whole of a large table.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Magazine, onServer } from './magazines';
import type { Options } from './options';
import { addSamples, GROUPS, listAddresses, type RouteAddress } from './route-addresses';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { type RecordedStatement, startRecorder } from './statement-recorder';
import { formatTable, toText } from './table';

/** Whatever way they are reached, so many rows are not a page's worth; and a table of so many is a large one. */
const MANY_ROWS = 10_000;
const FEW_ROWS = 1_000;
/** What a route asks for after its answer is out is its own as well. */
const AFTERMATH_MS = 40;
const PATIENCE_MS = 20_000;

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

export async function explainPages(stand: Stand, options: Options): Promise<void> {
  for (const magazine of stand.magazines) await explainMagazine(stand, magazine, options);
}

/** `--pages /search,/admin` keeps the routes that begin so, and shows each of their statements. */
async function explainMagazine(stand: Stand, magazine: Magazine, options: Options): Promise<void> {
  const recorder = await startRecorder(stand.gateway.httpUrl);
  const worker = await stand.startMagazine(magazine, 'off', { endpoint: recorder.httpUrl });
  const routes: ExplainedRoute[] = [];
  const without: string[] = [];
  await onServer(magazine.databaseUrl, async (client) => {
    await addSamples(client);
    const large = await listLargeTables(client);
    process.stdout.write(`\nAt ${magazine.size} articles. Large tables: ${[...large].sort().join(', ')}\n`);
    const cookie = await signIn(worker);
    for (const address of await listAddresses(client)) {
      const { path, name, group } = address;
      if (options.pages.length > 0 && !options.pages.some((start) => name.startsWith(start))) continue;
      if (path === null) without.push(name);
      if (path === null) continue;
      const ask = () =>
        open(`http://127.0.0.1:${worker.port}${path}`, group === 'public' ? undefined : cookie);
      await ask(); // what an isolate keeps, it asks for once
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
  report(routes, without, options.pages.length > 0);
}

function report(routes: ExplainedRoute[], without: string[], isDetailed: boolean): void {
  const asking = routes.filter(({ statements }) => statements.length > 0);
  for (const group of GROUPS) {
    const rows = asking.filter(({ address }) => address.group === group).map(toRow);
    if (rows.length > 0) process.stdout.write(`\n${formatTable([group, ...head], rows)}\n`);
  }
  const silent = routes.filter(({ statements }) => statements.length === 0);
  const names = silent.map(({ address, status }) => `${address.name} (${status})`);
  process.stdout.write(`\nAsk the database nothing: ${names.join(', ') || 'none'}\n`);
  process.stdout.write(`No row to show, so not asked: ${without.join(', ') || 'none'}\n`);
  if (isDetailed) for (const route of asking) process.stdout.write(`\n${describe(route)}\n`);
  const marked = asking.flatMap(({ address, statements }) =>
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
      ? '\nNo statement reads the whole of a large table, nor very many rows of one.\n'
      : `\nThese read more than a page needs:\n${marked.join('\n')}\n`,
  );
}

/** Reads the answer to its end. */
async function open(url: string, cookie: string | undefined): Promise<number> {
  const headers: Record<string, string> = { accept: 'text/html', ...(cookie && { cookie }) };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(url, { headers, redirect: 'manual', signal });
  await response.arrayBuffer();
  await sleep(AFTERMATH_MS);
  return response.status;
}

/** Reading all of one for a page would take longer with each article. */
async function listLargeTables(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1",
    [MANY_ROWS],
  );
  return new Set(rows.map(({ name }) => name));
}

/** The second of two runs: the first one finds cold pages. What a statement writes is taken back. */
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

/** Full reads of large tables, and nodes that handle very many rows by whatever way. */
function listMarks(node: PlanNode, large: ReadonlySet<string>): string[] {
  const below = (node.Plans ?? []).flatMap((child) => listMarks(child, large));
  const relation = node['Relation Name'] ?? '';
  // A part of the plan that was never needed is no cost.
  if (node['Actual Loops'] === 0) return below;
  const handled =
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  // One that ends with the first rows reads no whole table.
  if (node['Node Type'] === 'Seq Scan' && large.has(relation) && handled > FEW_ROWS)
    return [`SEQ SCAN ${relation}`, ...below];
  return handled > MANY_ROWS && below.length === 0 ? [`${node['Node Type']}: ${handled} rows`] : below;
}

/** A line a node that ran, as `explain` draws them. */
function drawPlan(node: PlanNode, depth = 1): string[] {
  if (node['Actual Loops'] === 0) return [];
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const line = [
    node['Node Type'],
    node['Index Name'] ?? '',
    node['Relation Name'] ?? '',
    `(${node['Actual Rows']} rows, ${node['Actual Loops']} times, ${toText(node['Actual Total Time'], 1)} ms`,
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
    toText(status),
    toText(roundTrips),
    toText(statements.length),
    toText(
      sum((each) => each['Planning Time']),
      1,
    ),
    toText(
      sum((each) => each['Execution Time']),
      1,
    ),
    toText(sum(blocksOf)),
    [...new Set(statements.flatMap(({ marks }) => marks))].join(', '),
  ];
}

const blocksOf = ({ Plan: plan }: Explained) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];

/** Each statement of a route. */
function describe({ address, statements }: ExplainedRoute): string {
  const rows = statements.map(({ query, explained, marks }) => [
    shorten(query, 80),
    toText(explained['Planning Time'], 2),
    toText(explained['Execution Time'], 2),
    toText(blocksOf(explained)),
    toText(explained.Plan['Actual Rows']),
    marks.join(', '),
  ]);
  return formatTable([address.name, 'planning ms', 'execution ms', 'blocks', 'rows', 'marks'], rows);
}

/** From its first table on: which columns are chosen says less. */
function shorten(query: string, length: number): string {
  const text = query.replace(/\s+/g, ' ').trim();
  const from = length < 100 ? text.search(/ from /i) : 0;
  return text.slice(from > 0 ? from + 1 : 0).slice(0, length);
}
