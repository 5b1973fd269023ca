// A plain connection for the work around a start (migrations, seeding, locks), with errors a person can read.
import pg from 'pg';
import { codeOf, Refusal } from '../startup/refusal';
import { explainDatabaseError, isOnThisMachine } from './explain-error';

const connectMilliseconds = 10_000;

/** @throws Refusal in one sentence. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
  });
  client.on('error', () => {}); // the statement under way, or the next one, tells
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  }
}

/** On this machine a database that is not there yet is made; elsewhere that is for its owner to do. True when it was made. */
export async function createDatabaseIfMissing(databaseUrl: string): Promise<boolean> {
  const probe = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMilliseconds,
  });
  const name = probe.database ?? '';
  try {
    await probe.connect();
    await probe.end();
    return false;
  } catch (error) {
    if (codeOf(error) !== '3D000' || !isOnThisMachine(databaseUrl))
      throw explainDatabaseError(error, databaseUrl);
  }
  const adminUrl = new URL(databaseUrl);
  adminUrl.pathname = '/postgres';
  const admin = await connectTo(adminUrl.href);
  try {
    // template0, because UTF-8 can always be made from it, whatever this server's own encoding is.
    await admin.query(`create database ${pg.escapeIdentifier(name)} encoding 'UTF8' template template0`);
    return true;
  } catch (error) {
    if (codeOf(error) === '42P04' || codeOf(error) === '23505') return false; // made by another start meanwhile
    if (codeOf(error) !== '42501') throw explainDatabaseError(error, databaseUrl);
    throw new Refusal(
      `There is no database "${name}", and the user may not make it. Make it with: createdb ${name}`,
    );
  } finally {
    await admin.end();
  }
}

/** Runs work while no other start works on the same database; the lock ends with its connection, whatever happens. */
export async function withDatabaseLock<T>(
  databaseUrl: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const lockNumber = 7_236_114; // ours alone: any number will do that nobody else takes
  const client = await connectTo(databaseUrl);
  try {
    const first = await client.query('select pg_try_advisory_lock($1) as taken', [lockNumber]);
    if (!first.rows[0].taken) {
      onWait();
      await client.query('select pg_advisory_lock($1)', [lockNumber]);
    }
    return await work();
  } finally {
    await client.end();
  }
}
