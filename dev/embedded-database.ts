// Starts a PostgreSQL from npm with its cluster in the data folder. It ends with this process.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { propertyOf } from '~/lib/properties';
import { createClusterIfMissing, readPassword } from './database/create-cluster';
import { choosePlace, type Place } from './database/place';
import { isRunningIn, readPostmaster, removeStalePid } from './database/postmaster';
import { type RunningPostgres, runPostgres } from './database/run-postgres';
import { Refusal } from './startup/refusal';
import { isAlive } from './startup/start-lock';

export interface EmbeddedDatabase {
  /** postgresql://postgres:…@127.0.0.1:PORT/magazine */
  url: string;
  version: string;
  /** Settles when PostgreSQL ends, for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** Lets other scripts (seed, migrate, psql) find the database of a running start. */
interface Record {
  url: string;
  /** Process id of the start; 0 after it stopped. */
  starter: number;
}

const databaseName = 'magazine';

/** @throws Refusal when the data folder is in use, cannot be written to, or its disk is full. */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  onLine: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const { dataDir, onLine } = options;
  const recordFile = join(dataDir, 'database.json');
  const place = choosePlace(dataDir, onLine);
  await endPredecessor(place.cluster, recordFile, dataDir);
  if (await createClusterIfMissing(place)) onLine(`created a PostgreSQL ${place.version} cluster`);
  const running = await runWithRetries(place, recordFile, join(dataDir, 'logs/postgres.log'));
  try {
    const password = readPassword(place.cluster);
    const urlOf = (name: string) => `postgresql://postgres:${password}@127.0.0.1:${running.port}/${name}`;
    await createDatabaseIfMissing(urlOf('postgres'));
    const url = urlOf(databaseName);
    writeRecord(recordFile, { url, starter: process.pid });
    const stop = async () => {
      await running.stop();
      writeRecord(recordFile, { url, starter: 0 });
    };
    return { url, version: place.version, exited: running.exited, stop };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** The URL of a database that another process runs from this data folder, or null. */
export function findRunningDatabase(dataDir: string): string | null {
  const record = readRecord(join(dataDir, 'database.json'));
  return record && isAlive(record.starter) ? record.url : null;
}

/**
 * Ensures that no other postmaster runs on the cluster: waits for one that is stopping, stops one whose
 * starter was killed.
 * @throws Refusal if another start uses it
 */
async function endPredecessor(cluster: string, recordFile: string, dataDir: string): Promise<void> {
  for (let waited = 0; isRunningIn(cluster); waited += 100) {
    const starter = readRecord(recordFile)?.starter ?? 0;
    if (isAlive(starter) && starter !== process.pid && waited >= 1000) {
      throw new Refusal(
        `The site is already running from this data folder (${dataDir}, process ${starter}). ` +
          'Stop it, or choose another data folder: DATA_DIR=/some/folder PORT=8788 npm start',
      );
    }
    // The process that started PostgreSQL was killed. The guard has asked it to stop, which takes a moment.
    if (waited === 8000) process.kill(readPostmaster(cluster)?.pid ?? 0, 'SIGINT');
    if (waited > 20_000)
      throw new Refusal(`An earlier PostgreSQL in ${cluster} does not stop. End it, then start again.`);
    await sleep(100);
  }
  removeStalePid(cluster);
}

async function runWithRetries(place: Place, recordFile: string, logFile: string): Promise<RunningPostgres> {
  let port = await freePort(portOf(readRecord(recordFile)));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runPostgres(place, port, logFile);
    } catch (error) {
      if (!propertyOf(error, 'retry') || attempt === 8) throw error;
      await sleep(250 * attempt);
      removeStalePid(place.cluster);
      port = await freePort(0);
    }
  }
}

async function createDatabaseIfMissing(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function writeRecord(file: string, record: Record): void {
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

function readRecord(file: string): Record | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // Missing, or cut off by a crash. Everything in it can be determined again.
  }
}

/** Reuses the previous port if it is free, so that psql or an editor can reconnect. */
function portOf(record: Record | null): number {
  return record ? Number(new URL(record.url).port) || 0 : 0;
}

function freePort(preferred: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) => (preferred ? done(freePort(0)) : fail(error)));
    server.listen({ port: preferred, host: '127.0.0.1' }, () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
