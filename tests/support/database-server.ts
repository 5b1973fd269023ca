// Starts one PostgreSQL server per test run, with a migrated template that each test file copies.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from 'dev/embedded-database';
import { migrate } from 'dev/migrate';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's maintenance database. */
    databaseServer: string;
  }
}

export const TEMPLATE = 'template_magazine';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-tests-'));
  const database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
  const client = new pg.Client(database.url);
  await client.connect();
  // The data need not survive a power failure.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ url: urlOf(database.url, TEMPLATE), onLine: () => {} });
  project.provide('databaseServer', database.url);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
