// Runs what one HTTP request asks for: a single statement as it is, several as one transaction, always in the extended protocol
// as Neon does (so that `select 1; select 2` fails here too), with values as the raw text PostgreSQL sends.
import pg from 'pg';

export interface Statement {
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

/** A pg query that keeps the rows of the wire instead of parsing them: the driver does that, by type. */
class RawQuery extends (pg.Query as unknown as new (config: object, callback: Callback) => RawQueryBase) {
  constructor(text: string, values: unknown[], callback: Callback) {
    super({ text, values, rowMode: 'array', queryMode: 'extended' }, callback);
  }
  override handleDataRow(message: { fields: (string | null)[] }): void {
    this._result.rows.push(message.fields);
  }
}

interface RawQueryBase {
  _result: { command: string | null; rowCount: number | null; rows: unknown[]; fields: unknown[] };
  handleDataRow(message: { fields: (string | null)[] }): void;
  submit(connection: unknown): void;
}
type Callback = (error: Error | null, result: RawQueryBase['_result']) => void;

export async function runSingle(pool: pg.Pool, statement: Statement): Promise<StatementResult> {
  return onConnection(pool, (client) => send(client, statement));
}

/** @param begin for instance `BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY`. */
export async function runBatch(
  pool: pg.Pool,
  statements: Statement[],
  begin: string,
): Promise<StatementResult[]> {
  return onConnection(pool, async (client) => {
    const stream = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } })
      .connection.stream;
    stream.cork();
    const began = send(client, { query: begin });
    const sent = statements.map((statement) => send(client, statement));
    // After a failed statement COMMIT rolls back, so nothing needs to wait for the outcome.
    const committed = send(client, { query: 'COMMIT' });
    stream.uncork();
    const outcomes = await Promise.allSettled([began, ...sent, committed]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return Promise.all(sent);
  });
}

function send(client: pg.PoolClient, { query, params = [] }: Statement): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const raw = new RawQuery(query, params, (error, result) => {
      if (error) return reject(error);
      const { command, rowCount, rows, fields } = result;
      resolve({
        command: command ?? '',
        rowCount,
        rowAsArray: true,
        rows: rows as (string | null)[][],
        fields,
      });
    });
    client.query(raw as unknown as pg.Submittable);
  });
}

async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let lost = false;
    try {
      return await work(client);
    } catch (error) {
      lost = isLost(error);
      if (attempt < 3 && wasNeverRun(error)) continue;
      throw error;
    } finally {
      // A transaction that stayed open (a caller's own BEGIN) must not reach the next caller either.
      const status = (client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus();
      client.release(lost || (status !== null && status !== 'I'));
    }
  }
}

/** The connection is of no use any more. */
export function isLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code) return /^(08|57P0|E[A-Z]{3})/.test(code);
  return /Connection terminated|not queryable|timeout/i.test(message ?? '');
}

/** The pooled connection was dead before it was used, or the server was leaving and undid what it had begun: a fresh one may be tried. */
function wasNeverRun(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '57P01' || /is not queryable/.test(message ?? '');
}
