// Plain connections for migrations, seeding and locks, with readable errors.
import pg from 'pg';
import { errorCodeOf, Refusal } from '../startup/refusal';
import { explainDatabaseError, isOnThisMachine } from './explain-error';

const connectMilliseconds = 10_000;

/** @throws Refusal with one sentence */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMilliseconds,
    keepAlive: true,
  });
  client.on('error', () => {}); // The current or next statement reports it.
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  }
}

/**
 * Creates the database if it does not exist and is on this machine. Remote databases are created by their
 * owner. Returns whether it was created.
 */
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
    if (errorCodeOf(error) !== '3D000' || !isOnThisMachine(databaseUrl))
      throw explainDatabaseError(error, databaseUrl);
  }
  const adminUrl = new URL(databaseUrl);
  adminUrl.pathname = '/postgres';
  const admin = await connectTo(adminUrl.href);
  try {
    // template0, because it allows UTF-8 independent of the server's default encoding.
    await admin.query(`create database ${pg.escapeIdentifier(name)} encoding 'UTF8' template template0`);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === '42P04' || errorCodeOf(error) === '23505') return false; // Another start created it in the meantime.
    if (errorCodeOf(error) !== '42501') throw explainDatabaseError(error, databaseUrl);
    throw new Refusal(
      `There is no database "${name}", and the user may not create it. Create it with: createdb ${name}`,
    );
  } finally {
    await admin.end();
  }
}

/** Runs work while no other start works on the same database. The lock ends with its connection. */
export async function withDatabaseLock<T>(
  databaseUrl: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const lockNumber = 7_236_114; // An arbitrary number that no other lock uses.
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
