// What the database does for each public page: EXPLAIN (ANALYZE) of the statements that the page sends, with a mark on each that reads
// all articles.
import type { Client } from 'pg';
import { load } from './load';
import { type Magazine, onServer } from './magazines';
import type { Options } from './options';
import { listPages, type Page } from './pages';
import { signIn } from './sign-in';
import type { Stand } from './stand';
import { type RecordedStatement, startRecorder } from './statement-recorder';
import { formatTable, toText } from './table';

/** Reading all of these for a page would take longer with each article. */
const LARGE = new Set(['articles', 'article_documents', 'article_tags']);
/** Whatever way they are reached, so many rows are not a page's worth. */
const MANY_ROWS = 10_000;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
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

export async function explainPages(stand: Stand, options: Options): Promise<void> {
  for (const magazine of stand.magazines) await explainMagazine(stand, magazine, options);
}

async function explainMagazine(stand: Stand, magazine: Magazine, options: Options): Promise<void> {
  const recorder = await startRecorder(stand.gateway.httpUrl);
  const worker = await stand.startMagazine(magazine, 'off', { endpoint: recorder.httpUrl });
  const pages = (await listPages(magazine.databaseUrl)).filter(
    ({ name }) => options.pages.length === 0 || options.pages.includes(name.split(' ')[0] ?? ''),
  );
  const rows: string[][] = [];
  const marked: string[] = [];
  await onServer(magazine.databaseUrl, async (client) => {
    for (const page of pages) {
      const [path] = page.paths as [string, ...string[]];
      const cookie = page.signedIn ? await signIn(worker) : undefined;
      recorder.take();
      const order = { port: worker.port, concurrency: 1, milliseconds: 20_000, requests: 1 };
      await load({ ...order, paths: [path], cookie });
      for (const statement of recorder.take().flat()) {
        if (/^set /i.test(statement.query)) continue;
        const plan = await explain(client, statement);
        const read = listMarks(plan.Plan);
        rows.push(toRow(page, statement, plan, read));
        if (read.length > 0) marked.push(`${page.name}: ${shorten(statement.query, 600)}`);
      }
    }
  });
  recorder.stop();
  process.stdout.write(`\nAt ${magazine.size} articles\n${formatTable(head, rows)}\n`);
  process.stdout.write(
    marked.length === 0
      ? 'No statement reads all of articles, article_documents or article_tags, nor very many rows of them.\n'
      : `\nThese read more than a page needs:\n${marked.join('\n')}\n`,
  );
}

/** The second of two runs: the first one finds cold pages. */
async function explain(client: Client, { query, params }: RecordedStatement): Promise<Explained> {
  const run = async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (analyze, buffers, format json) ${query}`,
      params,
    );
    return (rows[0] as { 'QUERY PLAN': [Explained] })['QUERY PLAN'][0];
  };
  await run();
  return run();
}

/** Full reads of large tables, and nodes that handle very many rows by whatever way. */
function listMarks(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(listMarks);
  const relation = node['Relation Name'] ?? '';
  // A part of the plan that was never needed is no cost.
  if (node['Actual Loops'] === 0) return below;
  const handled =
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  if (node['Node Type'] === 'Seq Scan' && LARGE.has(relation)) return [`SEQ SCAN ${relation}`, ...below];
  return handled > MANY_ROWS && below.length === 0 ? [`${node['Node Type']}: ${handled} rows`] : below;
}

const head = ['page', 'planning ms', 'execution ms', 'blocks', 'rows', 'statement', 'marks'];

function toRow(page: Page, { query }: RecordedStatement, explained: Explained, read: string[]): string[] {
  const { Plan: plan } = explained;
  return [
    page.name,
    toText(explained['Planning Time'], 2),
    toText(explained['Execution Time'], 2),
    toText(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']),
    toText(plan['Actual Rows']),
    shorten(query, 46),
    read.join(', '),
  ];
}

/** From its first table on: which columns are chosen says less. */
function shorten(query: string, length: number): string {
  const text = query.replace(/\s+/g, ' ').trim();
  const from = length < 100 ? text.search(/ from /i) : 0;
  return text.slice(from > 0 ? from + 1 : 0).slice(0, length);
}
