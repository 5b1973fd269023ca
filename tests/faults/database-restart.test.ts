// Stops and kills PostgreSQL under load: every acknowledged write exists afterwards, and the worker recovers
// by itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from 'dev/embedded-database';
import { migrate } from 'dev/migrate';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TEMPLATE, urlOf } from '../support/database-server';
import { addAccount, addArticle } from '../support/factory';
import { type Machine, printLine } from '../support/site/machine';
import { onServer, type Site, startSite } from '../support/site/site';
import { visit } from '../support/visitor';
import { listBroken, startWork } from './editors';

const WAIT_OPTIONS = { timeout: 60_000, interval: 100 };
const dataDir = mkdtempSync(join(tmpdir(), 'magazine-faults-'));
const start = () => startEmbeddedDatabase({ dataDir, onLine: () => {} });

let database: EmbeddedDatabase;
let site: Site;

beforeAll(async () => {
  database = await start();
  await onServer(database.url, `create database ${TEMPLATE}`);
  await migrate({ url: urlOf(database.url, TEMPLATE), onLine: () => {} });
  site = await startSite({ databaseServer: database.url, pageCache: 'on' });
  site.db.on('error', () => {});
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin', fullName: 'Alex Morgan' });
  for (let i = 0; i < 5; i += 1) await addArticle(site.db, { category: 'tools' });
}, 300_000);
afterAll(async () => {
  await site.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

it.each([
  'stopped',
  'killed',
])('keeps every acknowledged write when the database is %s twice', async (how) => {
  const machine = {
    url: site.url,
    site,
    async signIn() {
      const admin = visit(site);
      await admin.signIn('boss@example.com');
      return admin;
    },
  } as Machine;
  // The server closes the test's own connection.
  const reconnect = async () => {
    machine.db = new pg.Client(site.databaseUrl);
    machine.db.on('error', () => {});
    await machine.db.connect();
  };
  await reconnect();
  await machine.db.query('delete from articles where title like $1', ['Fault test %']);
  const work = await startWork(machine);
  for (let times = 0; times < 2; times += 1) {
    const before = work.saved.length;
    await vi.waitFor(() => expect(work.saved.length).toBeGreaterThan(before + 10), WAIT_OPTIONS);
    if (how === 'stopped') await database.stop();
    else {
      await reconnect();
      const { rows } = await machine.db.query("select pg_read_file('postmaster.pid') as lines");
      process.kill(Number(rows[0].lines.split('\n')[0]), 'SIGKILL');
      await database.exited;
    }
    const readBefore = work.read;
    // Readers still get cached pages.
    await vi.waitFor(() => expect(work.read).toBeGreaterThan(readBefore + 5), WAIT_OPTIONS);
    database = await start();
  }
  const before = work.saved.length;
  await vi.waitFor(() => expect(work.saved.length).toBeGreaterThan(before + 10), WAIT_OPTIONS);
  await work.stop();
  await reconnect();
  expect(await listBroken(machine, work)).toEqual([]);
  expect((await site.get('/readyz')).status).toBe(200);
  // Rejected with a message and the form, not with an unexpected error.
  const kinds = [...work.rejected.keys()];
  expect(kinds.filter((kind) => !/ 503$/.test(kind))).toEqual([]);
  await machine.db.end();
  printLine(
    `${how}: ${work.saved.length} saves, ${work.subscribed.length} subscribers kept; rejected ${JSON.stringify([...work.rejected])}; ${work.read} pages read`,
  );
}, 300_000);
