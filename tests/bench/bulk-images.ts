// Images for a thousand articles in one job: that all of them end, that memory stays flat, and that what the page shows of the
// progress is true at each look.
//   npx tsx tests/bench/bulk-images.ts [count]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from 'dev/embedded-database';
import { migrate } from 'dev/migrate';
import type pg from 'pg';
import { TEMPLATE, urlOf } from '../support/database-server';
import { addAccount } from '../support/factory';
import { onServer, type Site, startSite } from '../support/site';
import { type Visitor, visit } from '../support/visitor';
import { findWorkerd, memoryOf } from './processor-time';
import { formatTable, toText } from './table';

const LOOK_EVERY_MS = 1_000;
const ROWS = 10;
/** How much more than in the first quarter the processes may hold in the last. */
const FLAT = 1.25;

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

interface Look {
  seconds: number;
  ended: number;
  workerd: number;
  node: number;
}

const count = Number(process.argv[2] ?? 1_000);
const dataDir = mkdtempSync(join(tmpdir(), 'magazine-bulk-'));
const database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
try {
  await onServer(database.url, `create database ${TEMPLATE}`);
  await migrate({ url: urlOf(database.url, TEMPLATE), onLine: () => {} });
  const site = await startSite({ databaseServer: database.url });
  try {
    await measure(site);
  } finally {
    await site.stop();
  }
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(site: Site): Promise<void> {
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
  const admin = visit(site);
  await admin.signIn('boss@example.com');
  await site.db.query(
    `insert into articles (title, slug, summary, content, author)
     select 'Story number ' || n, 'story-' || n, 'What it says.', '<p>Text.</p>', 'Dana Whitfield'
     from generate_series(1, $1::int) n`,
    [count],
  );
  const workerd = findWorkerd();
  const answer = await admin.post('/admin/images', { intent: 'bulk', scope: 'all' });
  const id = new URL(answer.headers.get('location') ?? '', site.url).searchParams.get('job') ?? '';
  const { looks, untrue } = await follow(site, admin, id, workerd);
  report(looks);
  const { rows } = await site.db.query(
    `select (select count(*)::int from job_items where status = 'done') as done,
       (select count(*)::int from articles where image_url is not null) as pictured,
       (select count(distinct image_url)::int from articles) as pictures,
       (select count(*)::int from media) as library`,
  );
  console.log(JSON.stringify(rows[0]), `progress untrue at ${untrue} of ${looks.length} looks`);
}

/** Each look is between two counts of the database: what the page says must lie between them. */
async function follow(site: Site, admin: Visitor, id: string, workerd: number) {
  const began = Date.now();
  const looks: Look[] = [];
  let untrue = 0;
  for (;;) {
    const before = await endedIn(site.db, id);
    const progress = (await (await admin.get(`/admin/jobs/${id}/progress`)).json()) as Progress;
    const after = await endedIn(site.db, id);
    const { total, waiting, running, done, skipped, failed, cancelled, status } = progress;
    const ended = done + skipped + failed + cancelled;
    if (ended < before || ended > after || ended + waiting + running !== total || total !== count)
      untrue += 1;
    const seconds = (Date.now() - began) / 1000;
    looks.push({ seconds, ended, workerd: memoryOf(workerd), node: memoryOf(process.pid) });
    if (status !== 'running') return { looks, untrue };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function endedIn(db: pg.Client, id: string): Promise<number> {
  const ended = "status in ('done', 'skipped', 'failed', 'cancelled')";
  const { rows } = await db.query(`select count(*)::int as n from job_items where job_id = $1 and ${ended}`, [
    id,
  ]);
  return rows[0].n;
}

function report(looks: readonly Look[]): void {
  const step = Math.max(1, Math.floor(looks.length / ROWS));
  const shown = looks.filter((_, index) => index % step === 0 || index === looks.length - 1);
  const rows = shown.map((look) =>
    [look.seconds, look.ended, look.workerd, look.node].map((value) => toText(value)),
  );
  process.stdout.write(`${formatTable(['seconds', 'ended', 'workerd MB', 'node MB'], rows)}\n`);
  const mean = (part: readonly Look[], of: 'workerd' | 'node') =>
    part.reduce((sum, look) => sum + look[of], 0) / part.length;
  const quarter = Math.ceil(looks.length / 4);
  for (const of of ['workerd', 'node'] as const) {
    const growth = mean(looks.slice(-quarter), of) / mean(looks.slice(0, quarter), of);
    console.log(
      `${of}: last quarter ${growth.toFixed(2)} of the first, ${growth <= FLAT ? 'flat' : 'NOT FLAT'}`,
    );
  }
}
