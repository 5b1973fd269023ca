// Generates images for a thousand articles in one job. Checks that all items end, that the worker's memory
// stays flat, and that the displayed progress is correct at each sample.
//   npx tsx tests/bench/bulk-images.ts [count]
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Site } from '../support/site/site';
import type { Visitor } from '../support/visitor';
import { type IsolateMemory, readIsolateMemories } from './measure/inspector';
import { type OwnMagazine, withMagazine } from './measure/own-magazine';
import { findWorkerd, memoryOf } from './measure/processor-time';
import { formatTable, tableText } from './measure/table';
import { compareThirds } from './measure/thirds';

const SAMPLE_MS = 1_000;
/** Number of memory samples over the whole job. */
const STEPS = 20;

interface Progress {
  status: string;
  total: number;
  waiting: number;
  running: number;
  done: number;
  skipped: number;
  failed: number;
  cancelled: number;
}

/** Memory at one moment of the job, in megabytes. */
interface Memory {
  seconds: number;
  ended: number;
  /** The worker's isolate, and Miniflare's for stores, queues and proxies. */
  isolates: Map<string, IsolateMemory>;
  /** Resident memory, before the garbage collection that sampling the isolates triggers. */
  workerd: number;
  /** Resident memory of this process, which generates and resizes the images. */
  node: number;
  /** Size of the local store's folder. */
  stored: number;
}

const count = Number(process.argv[2] ?? 1_000);
await withMagazine(measure);

async function measure(magazine: OwnMagazine): Promise<void> {
  const { site, admin } = magazine;
  await site.db.query(
    `insert into articles (title, slug, summary, content, author)
     select 'Story number ' || n, 'story-' || n, 'What it says.', '<p>Text.</p>', 'Dana Whitfield'
     from generate_series(1, $1::int) n`,
    [count],
  );
  const workerd = findWorkerd();
  const began = Date.now();
  const sample = async (ended: number): Promise<Memory> => ({
    seconds: (Date.now() - began) / 1000,
    ended,
    workerd: memoryOf(workerd),
    node: memoryOf(process.pid),
    stored: sizeOf(site.dataDir) / 1024 / 1024,
    isolates: await keepBusy(site, readIsolateMemories(magazine.inspectorPort)),
  });
  const memories = [await sample(0)];
  const answer = await admin.post('/admin/images', { intent: 'bulk', scope: 'all' });
  const id = new URL(answer.headers.get('location') ?? '', site.url).searchParams.get('job') ?? '';
  let samples = 0;
  let wrong = 0;
  for (;;) {
    const { isCorrect, isOver, ended } = await checkProgress(site.db, admin, id);
    samples += 1;
    if (!isCorrect) wrong += 1;
    if (isOver || ended >= (memories.length * count) / STEPS) memories.push(await sample(ended));
    if (isOver) break;
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  report(memories);
  const { rows } = await site.db.query(
    `select (select count(*)::int from job_items where status = 'done') as done,
       (select count(*)::int from articles where image_url is not null) as articles_with_image,
       (select count(distinct image_url)::int from articles) as images,
       (select count(*)::int from media) as library`,
  );
  console.log(JSON.stringify(rows[0]), `progress wrong in ${wrong} of ${samples} samples`);
}

/** Sends requests until `work` ends, because an idle isolate does not answer the inspector. */
async function keepBusy<T>(site: Site, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await (await site.get('/readyz')).text();
  return end;
}

/** Reads the displayed progress between two counts in the database: it must lie between them. */
async function checkProgress(db: pg.Client, admin: Visitor, id: string) {
  const before = await endedIn(db, id);
  const progress = (await (await admin.get(`/admin/jobs/${id}/progress`)).json()) as Progress;
  const after = await endedIn(db, id);
  const { total, waiting, running, done, skipped, failed, cancelled, status } = progress;
  const ended = done + skipped + failed + cancelled;
  const isCorrect =
    ended >= before && ended <= after && ended + waiting + running === total && total === count;
  return { isCorrect, isOver: status !== 'running', ended };
}

async function endedIn(db: pg.Client, id: string): Promise<number> {
  const ended = "status in ('done', 'skipped', 'failed', 'cancelled')";
  const { rows } = await db.query(`select count(*)::int as n from job_items where job_id = $1 and ${ended}`, [
    id,
  ]);
  return rows[0].n;
}

function report(memories: readonly Memory[]): void {
  const rows = memories.map(({ seconds, ended, isolates, workerd, node, stored }) => {
    const { heap, buffers } = isolates.get('magazine') ?? {};
    const others = [...isolates].filter(([name]) => name !== 'magazine');
    const otherMemory = others.reduce((sum, [, kept]) => sum + kept.heap + kept.buffers, 0);
    const inMegabytes = [heap, buffers, otherMemory].map((value) => tableText(value, 1));
    return [
      tableText(seconds),
      tableText(ended),
      ...inMegabytes,
      ...[workerd, node, stored].map((value) => tableText(value)),
    ];
  });
  const head = ['seconds', 'ended', 'heap MB', 'buffers', 'other isolates', 'workerd', 'node', 'stored'];
  process.stdout.write(`${formatTable(head, rows)}\n`);
  const kept = memories
    .filter(({ ended }) => ended > 0 && ended < count)
    .flatMap(({ isolates }) => isolates.get('magazine') ?? [])
    .map(({ heap, buffers }) => heap + buffers);
  const { middle, last, verdict } = compareThirds(kept);
  console.log(
    `Heap after a collection and buffers of the magazine's isolate: ${tableText(middle, 1)} MB in the middle third, ` +
      `${tableText(last, 1)} in the last, ${verdict}.`,
  );
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) =>
        sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
