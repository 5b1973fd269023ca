// Images for a thousand articles in one job: that all of them end, that the magazine's memory stays flat, and that what the page
// shows of the progress is true at each look.
//   npx tsx tests/bench/bulk-images.ts [count]
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Site } from '../support/site';
import type { Visitor } from '../support/visitor';
import { type Kept, keptByAll } from './inspector';
import { type OwnMagazine, withMagazine } from './own-magazine';
import { findWorkerd, memoryOf } from './processor-time';
import { formatTable, toText } from './table';
import { compareThirds } from './thirds';

const LOOK_EVERY_MS = 1_000;
/** Looks at what isolates keep, over the whole job. */
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

/** At one moment of the job, in megabytes. */
interface Memory {
  seconds: number;
  ended: number;
  /** The magazine, and Miniflare's stores, queues and doors. */
  isolates: Map<string, Kept>;
  /** Resident, before the collection that the look at the isolates brings: with what nobody needs any more. */
  workerd: number;
  /** The same of this process, which draws and resizes the pictures. */
  node: number;
  /** In the folder of the local store. */
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
  const look = async (ended: number): Promise<Memory> => ({
    seconds: (Date.now() - began) / 1000,
    ended,
    workerd: memoryOf(workerd),
    node: memoryOf(process.pid),
    stored: sizeOf(site.dataDir) / 1024 / 1024,
    isolates: await awake(site, keptByAll(magazine.inspectorPort)),
  });
  const memories = [await look(0)];
  const answer = await admin.post('/admin/images', { intent: 'bulk', scope: 'all' });
  const id = new URL(answer.headers.get('location') ?? '', site.url).searchParams.get('job') ?? '';
  let looks = 0;
  let untrue = 0;
  for (;;) {
    const { isTrue, isOver, ended } = await lookAtProgress(site.db, admin, id);
    looks += 1;
    if (!isTrue) untrue += 1;
    if (isOver || ended >= (memories.length * count) / STEPS) memories.push(await look(ended));
    if (isOver) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  report(memories);
  const { rows } = await site.db.query(
    `select (select count(*)::int from job_items where status = 'done') as done,
       (select count(*)::int from articles where image_url is not null) as pictured,
       (select count(distinct image_url)::int from articles) as pictures,
       (select count(*)::int from media) as library`,
  );
  console.log(JSON.stringify(rows[0]), `progress untrue at ${untrue} of ${looks} looks`);
}

/** Keeps the magazine and its store busy for so long, since whoever does nothing does not answer either. */
async function awake<T>(site: Site, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await (await site.get('/readyz')).text();
  return end;
}

/** Between two counts of the database: what the page says must lie between them. */
async function lookAtProgress(db: pg.Client, admin: Visitor, id: string) {
  const before = await endedIn(db, id);
  const progress = (await (await admin.get(`/admin/jobs/${id}/progress`)).json()) as Progress;
  const after = await endedIn(db, id);
  const { total, waiting, running, done, skipped, failed, cancelled, status } = progress;
  const ended = done + skipped + failed + cancelled;
  const isTrue = ended >= before && ended <= after && ended + waiting + running === total && total === count;
  return { isTrue, isOver: status !== 'running', ended };
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
    const beside = others.reduce((sum, [, kept]) => sum + kept.heap + kept.buffers, 0);
    const inMegabytes = [heap, buffers, beside].map((value) => toText(value, 1));
    return [
      toText(seconds),
      toText(ended),
      ...inMegabytes,
      ...[workerd, node, stored].map((value) => toText(value)),
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
    `Heap after a collection and buffers of the magazine's isolate: ${toText(middle, 1)} MB in the middle third, ` +
      `${toText(last, 1)} in the last, ${verdict}.`,
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
