// The database over Neon's HTTP protocol. Batches the reads of one turn into one request, retries reads once,
// and limits their time.

import { neon, neonConfig } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http';
import {
  CollisionError,
  ConflictError,
  ConstraintError,
  NotFoundError,
  UnavailableError,
} from '~/lib/errors';
import { textPropertyOf } from '~/lib/properties';
import { pause } from '~/lib/time/within-time';
import type { Batch, BatchResults } from './batch';
import type { Database, Log, Statement, Timings } from './context';

/** Longer than the statement timeout, so that the database reports the reason first. */
const REQUEST_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 4_000;

const UNAVAILABLE = 'The magazine cannot reach its database right now. Please try again in a moment.';

const COLLIDED =
  'Someone else changed the same content at the same time. Your change was not saved. Please try again.';
/** Attempts of a write that PostgreSQL rolls back because of concurrent ones. */
const WRITE_ATTEMPTS = 4;
const MAX_PAUSE_MS = 200;

export interface DatabaseOptions {
  url: string;
  /** Set only if a local gateway implements Neon's protocol. */
  fetchEndpoint?: string | undefined;
}

/** Statement builders with their HTTP clients. Stateless, so one pair serves the whole isolate. */
export interface OpenedDatabase {
  /** Each statement of a batch sees what was committed before it (read committed). */
  writing: NeonHttpDatabase;
  /** A batch is one read-only transaction on one snapshot. */
  reading: NeonHttpDatabase;
}

export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  if (options.fetchEndpoint) neonConfig.fetchEndpoint = options.fetchEndpoint;
  neonConfig.fetchFunction = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  return {
    writing: drizzle({ client: neon(options.url) }),
    reading: drizzle({ client: neon(options.url, { isolationLevel: 'RepeatableRead', readOnly: true }) }),
  };
}

type Item = BatchItem<'pg'>;

interface Waiting {
  statement: Item;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  optional: { what: string; fallback: unknown } | null;
}

/**
 * Creates the database access of one request.
 * @param onFallback called when an optional read failed, with whether the connection was lost
 */
export function createDatabase(
  { writing, reading }: OpenedDatabase,
  log: Log,
  timings: Timings,
  onFallback: (lost: boolean) => void = () => {},
): Database {
  let waiting: Waiting[] = [];

  async function send(to: NeonHttpDatabase, statements: Item[]): Promise<unknown[]> {
    const began = performance.now();
    timings.roundTrips += 1;
    if (to === writing) timings.writes += 1;
    try {
      const limit = to.execute(sql.raw(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`));
      const [, ...results] = await to.batch([limit as unknown as Item, ...statements]);
      return results;
    } finally {
      timings.databaseMilliseconds += performance.now() - began;
    }
  }

  async function sendRead(statements: Item[]): Promise<unknown[]> {
    try {
      return await send(reading, statements);
    } catch (error) {
      // Do not retry timeouts: a hanging database would make the reader wait twice as long.
      if (!isConnectionFailure(error) || isTimeout(error)) throw error;
      log.write({ event: 'database_retry', reason: reasonOf(error) });
      return await send(reading, statements);
    }
  }

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const results = await sendRead(batch.map((entry) => entry.statement));
      for (const [i, entry] of batch.entries()) entry.resolve(results[i]);
    } catch (error) {
      const essential = batch.filter((entry) => !entry.optional);
      // One failing statement fails its whole batch, so run the essential ones again without the optional
      // ones.
      if (essential.length < batch.length && !isConnectionFailure(error)) await retryEssential(essential);
      else for (const entry of essential) entry.reject(toDomainError(error));
      for (const entry of batch) {
        if (!entry.optional) continue;
        onFallback(isConnectionFailure(error));
        log.write({ event: 'inessential_failed', what: entry.optional.what, reason: reasonOf(error) });
        entry.resolve(entry.optional.fallback);
      }
    }
  }

  async function retryEssential(essential: Waiting[]): Promise<void> {
    if (essential.length === 0) return;
    try {
      const results = await send(
        reading,
        essential.map((entry) => entry.statement),
      );
      for (const [i, entry] of essential.entries()) entry.resolve(results[i]);
    } catch (error) {
      for (const entry of essential) entry.reject(toDomainError(error));
    }
  }

  function enqueue<T>(statement: Statement<T>, optional: Waiting['optional']): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // A timer, not a microtask: parallel loaders reach their reads a few microtasks apart.
      if (waiting.length === 0) setTimeout(flush, 0);
      waiting.push({ statement, resolve: resolve as Waiting['resolve'], reject, optional });
    });
  }

  async function sendWrite(statements: Item[]): Promise<unknown[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(writing, statements);
      } catch (error) {
        // The whole transaction was rolled back, so it can be repeated safely.
        if (!isRolledBackByConflict(error) || attempt === WRITE_ATTEMPTS) throw toDomainError(error);
        log.write({ event: 'database_retry', reason: reasonOf(error) });
        // A random pause, so that the same transactions do not meet again.
        await pause(Math.random() * MAX_PAUSE_MS);
      }
    }
  }

  async function writeBatch<B extends Batch>(batch: B): Promise<BatchResults<B>> {
    const named = Object.entries(batch);
    const results = (await sendWrite(named.flatMap(([, statements]) => statements))).values();
    const next = () => results.next().value;
    // The driver returns one result per statement, in order.
    return Object.fromEntries(
      named.map(([name, statements]) => [name, Array.isArray(statements) ? statements.map(next) : next()]),
    ) as BatchResults<B>;
  }

  return {
    build: writing,
    read: (statement) => enqueue(statement, null),
    readOptional: (what, statement, fallback) => enqueue(statement, { what, fallback }),
    async ping() {
      await enqueue(reading.execute(sql`select 1`), null);
    },
    async write(...statements) {
      await sendWrite([...statements]);
    },
    writeOne: async (statement) => (await writeBatch({ statement })).statement,
    writeBatch,
  };
}

/** The PostgreSQL error code (such as `23505`), wherever the driver or drizzle put it. */
export function postgresCode(error: unknown): string | undefined {
  for (const e of chain(error)) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}

/** An error and its causes, as nested by drizzle (`cause`) and the driver (`sourceError`). */
function* chain(error: unknown): Generator<Error> {
  let e: unknown = error;
  while (e instanceof Error) {
    yield e;
    e = ('sourceError' in e && e.sourceError) || e.cause;
  }
}

function isTimeout(error: unknown): boolean {
  return [...chain(error)].some((e) => e.name === 'TimeoutError' || e.name === 'AbortError');
}

/**
 * No response, or an error code of a server that is starting, stopping or full. Other errors without a code
 * are bugs and must not look like an outage.
 */
function isConnectionFailure(error: unknown): boolean {
  const code = postgresCode(error);
  if (code !== undefined) return /^(08|57P|53)/.test(code);
  return [...chain(error)].some(
    (e) =>
      e.name === 'NeonDbError' &&
      (('sourceError' in e && e.sourceError) || /HTTP status 5\d\d/.test(e.message)),
  );
}

/** Deadlock or serialization failure. */
function isRolledBackByConflict(error: unknown): boolean {
  const code = postgresCode(error);
  return code === '40P01' || code === '40001';
}

function toDomainError(error: unknown): unknown {
  if (isRolledBackByConflict(error)) return new CollisionError(COLLIDED, { cause: error });
  if (isConnectionFailure(error) || postgresCode(error) === '57014') {
    return new UnavailableError(UNAVAILABLE, { cause: error });
  }
  return toRefusal(error) ?? error;
}

const CONSTRAINTS: Record<string, ConstraintError['kind']> = {
  '23505': 'duplicate',
  '23503': 'reference',
  '23514': 'check',
  '23502': 'missing',
};

/** Errors of the schema's constraints and its functions (codes MG…). */
function toRefusal(error: unknown): Error | null {
  for (const e of chain(error)) {
    if (!('code' in e) || typeof e.code !== 'string') continue;
    const kind = CONSTRAINTS[e.code];
    if (kind) {
      const place = textPropertyOf(e, 'constraint') || textPropertyOf(e, 'column');
      return new ConstraintError(kind, place, { cause: error });
    }
    if (e.code === 'MG404') return new NotFoundError(e.message, { cause: error });
    if (e.code === 'MG409') return new ConflictError(e.message, { cause: error });
  }
  return null;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
