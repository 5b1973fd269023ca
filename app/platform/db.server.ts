// The database over Neon's HTTP protocol: reads of one turn in one request, one retry for reads, a bound on time.
import { neon, neonConfig } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http';
import { ConflictError, ConstraintError, NotFoundError, UnavailableError } from '~/lib/errors';
import type { Database, Log, Statement, Timings } from './context';

/** Longer than the statement timeout, so that the database gives up first and says why. */
const REQUEST_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 4_000;

const AWAY = 'The magazine cannot reach its database right now. Please try again in a moment.';

export interface DatabaseOptions {
  url: string;
  /** Only where a gateway of our own speaks Neon's protocol. */
  fetchEndpoint?: string;
}

/** Statement builders with their HTTP clients. Stateless, so one pair serves the whole isolate. */
export interface OpenedDatabase {
  /** Each statement of a batch sees what was committed before it. */
  writing: NeonHttpDatabase;
  /** All statements of a batch see one moment, and none can change anything. */
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

/** One request's view of the database. `onFallback` is told when an inessential read failed, and whether the database was lost. */
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
      // What took too long once is not asked again: a database that hangs would cost the reader twice.
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
      // A statement that fails takes its whole batch along, so the essential ones get another chance without the rest.
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
      // A timer, not a microtask: loaders that run side by side reach their reads some microtasks apart.
      if (waiting.length === 0) setTimeout(flush, 0);
      waiting.push({ statement, resolve: resolve as Waiting['resolve'], reject, optional });
    });
  }

  return {
    build: writing,
    read: (statement) => enqueue(statement, null),
    readOptional: (what, statement, fallback) => enqueue(statement, { what, fallback }),
    async ping() {
      await enqueue(reading.execute(sql`select 1`), null);
    },
    async write(...statements) {
      try {
        return (await send(writing, [...statements]).catch((error) => {
          // The transaction was rolled back whole, so doing it again does nothing twice.
          if (!isRolledBackByConflict(error)) throw error;
          log.write({ event: 'database_retry', reason: reasonOf(error) });
          return send(writing, [...statements]);
        })) as never;
      } catch (error) {
        throw toDomainError(error);
      }
    },
  };
}

/** PostgreSQL's error code (`23505`, …), wherever the driver or drizzle left it. */
export function postgresCode(error: unknown): string | undefined {
  for (const e of chain(error)) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}

/** An error and what caused it, as drizzle (`cause`) and the driver (`sourceError`) nest them. */
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
 * No answer, or one that says the server is starting, stopping or full. Anything else without a code is a mistake of
 * ours and must not look like an outage.
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

/** A deadlock or a serialization failure. */
function isRolledBackByConflict(error: unknown): boolean {
  const code = postgresCode(error);
  return code === '40P01' || code === '40001';
}

function toDomainError(error: unknown): unknown {
  if (isConnectionFailure(error) || isRolledBackByConflict(error) || postgresCode(error) === '57014') {
    return new UnavailableError(AWAY, { cause: error });
  }
  return toRefusal(error) ?? error;
}

const CONSTRAINTS: Record<string, ConstraintError['kind']> = {
  '23505': 'duplicate',
  '23503': 'reference',
  '23514': 'check',
  '23502': 'missing',
};

/** What the schema or its functions (codes MG…) refused. */
function toRefusal(error: unknown): Error | null {
  for (const e of chain(error)) {
    if (!('code' in e) || typeof e.code !== 'string') continue;
    const kind = CONSTRAINTS[e.code];
    const { constraint, column } = e as { constraint?: string; column?: string };
    if (kind) return new ConstraintError(kind, constraint || column || '', { cause: error });
    if (e.code === 'MG404') return new NotFoundError(e.message, { cause: error });
    if (e.code === 'MG409') return new ConflictError(e.message, { cause: error });
  }
  return null;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
