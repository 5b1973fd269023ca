// Runs the statements of one HTTP request: a single one as it is, several in one transaction. Uses the
// extended protocol like Neon (so `select 1; select 2` fails here too) and returns values as the raw text
// that PostgreSQL sends.

import pg from 'pg';
import { textPropertyOf } from '~/lib/properties';

export interface GatewayStatement {
  query: string;
  params?: unknown[];
}

export interface StatementResult {
  command: string;
  rowCount: number | null;
  rowAsArray: true;
  rows: (string | null)[][];
  fields: unknown[];
}

// What pg's types leave out of its queries and clients.
const PlainQuery = pg.Query as unknown as new (config: object, callback: Callback) => RawQueryBase;
type Client = pg.PoolClient & { connection: { stream: { cork(): void; uncork(): void } } };

/** A pg query that returns rows unparsed, because the driver parses them by type. */
class RawQuery extends PlainQuery {
  constructor(text: string, values: unknown[], callback: Callback) {
    super({ text, values, rowMode: 'array', queryMode: 'extended' }, callback);
  }
  override handleDataRow(message: { fields: (string | null)[] }): void {
    this._result.rows.push(message.fields);
  }
}

interface RawQueryBase extends pg.Submittable {
  _result: { command: string | null; rowCount: number | null; rows: (string | null)[][]; fields: unknown[] };
  handleDataRow(message: { fields: (string | null)[] }): void;
}
type Callback = (error: Error | null, result: RawQueryBase['_result']) => void;

export async function runSingle(pool: pg.Pool, statement: GatewayStatement): Promise<StatementResult> {
  return onConnection(pool, (client) => send(client, statement));
}

/** @param begin for example `BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY` */
export async function runBatch(
  pool: pg.Pool,
  statements: GatewayStatement[],
  begin: string,
): Promise<StatementResult[]> {
  return onConnection(pool, async (client) => {
    const { stream } = client.connection;
    stream.cork();
    const began = send(client, { query: begin });
    const sent = statements.map((statement) => send(client, statement));
    // After a failed statement COMMIT rolls back, so there is no need to wait for the results first.
    const committed = send(client, { query: 'COMMIT' });
    stream.uncork();
    const outcomes = await Promise.allSettled([began, ...sent, committed]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return Promise.all(sent);
  });
}

function send(client: Client, { query, params = [] }: GatewayStatement): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const raw = new RawQuery(query, params, (error, result) => {
      if (error) return reject(error);
      const { command, rowCount, rows, fields } = result;
      resolve({
        command: command ?? '',
        rowCount,
        rowAsArray: true,
        rows,
        fields,
      });
    });
    client.query(raw);
  });
}

async function onConnection<T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = (await pool.connect()) as Client;
    let lost = false;
    try {
      return await work(client);
    } catch (error) {
      lost = isLost(error);
      if (attempt < 3 && didNotRun(error)) continue;
      throw error;
    } finally {
      // A transaction that the caller left open (its own BEGIN) must not reach the next caller.
      const status = client.getTransactionStatus();
      client.release(lost || (status !== null && status !== 'I'));
    }
  }
}

/** Whether the connection can no longer be used. */
export function isLost(error: unknown): boolean {
  const code = textPropertyOf(error, 'code');
  if (code) return /^(08|57P0|E[A-Z]{3})/.test(code);
  return /Connection terminated|not queryable|timeout/i.test(textPropertyOf(error, 'message'));
}

/**
 * Whether the statements certainly did not run: the pooled connection was dead, or the server was shutting
 * down and rolled back. Then another connection may be tried.
 */
function didNotRun(error: unknown): boolean {
  const message = textPropertyOf(error, 'message');
  return textPropertyOf(error, 'code') === '57P01' || /is not queryable/.test(message);
}
