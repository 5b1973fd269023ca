// One connection pool per database URL that callers send, all on the one server behind this gateway.
import pg from 'pg';

export class NotThisServer extends Error {}

const connectionsPerPool = 10;
const idleMilliseconds = 10_000;
const connectMilliseconds = 10_000;

export class DatabasePools {
  private readonly pools = new Map<string, pg.Pool>();
  private readonly server: URL;

  /** @param databaseUrl names the server; callers may choose another user or database on it, nothing else */
  constructor(private readonly databaseUrl: string) {
    this.server = new URL(databaseUrl);
  }

  for(callersUrl: string): pg.Pool {
    const known = this.pools.get(callersUrl);
    if (known) return known;
    const pool = new pg.Pool({
      connectionString: this.onThisServer(callersUrl),
      max: connectionsPerPool,
      idleTimeoutMillis: idleMilliseconds,
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
      // Sends the statements of a batch without waiting for each response.
      pipeline: true,
    });
    // The server closed an idle connection. The pool has dropped it already.
    pool.on('error', () => {});
    // A connection that dies between two uses fails its next statement. Without a listener the event would
    // end the process.
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('remove', () => {
      if (pool.totalCount === 0 && pool.waitingCount === 0) this.forget(callersUrl, pool);
    });
    this.pools.set(callersUrl, pool);
    return pool;
  }

  async end(): Promise<void> {
    const all = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(all.map((pool) => pool.end()));
  }

  private forget(key: string, pool: pg.Pool): void {
    if (this.pools.get(key) === pool) this.pools.delete(key);
  }

  /** The caller's user, database and options on the configured server. TLS settings stay as configured. */
  private onThisServer(callersUrl: string): string {
    const wanted = new URL(callersUrl);
    if (!isSameServer(wanted, this.server)) {
      throw new NotThisServer(
        `This gateway serves ${this.server.host || 'another server'} and does not connect to ${wanted.host}.`,
      );
    }
    const url = new URL(this.databaseUrl);
    url.username = wanted.username;
    url.password = wanted.password;
    url.pathname = wanted.pathname;
    for (const [name, value] of wanted.searchParams) {
      if (!url.searchParams.has(name)) url.searchParams.set(name, value);
    }
    return url.href;
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

function isSameServer(one: URL, other: URL): boolean {
  const sameHost =
    one.hostname === other.hostname || (loopback.has(one.hostname) && loopback.has(other.hostname));
  return sameHost && (one.port || '5432') === (other.port || '5432');
}

/** Host and port, or the folder of a Unix socket, of a connection string. */
export function addressOf(databaseUrl: string): { host: string; port: number; tls: boolean } {
  const { host, port, ssl } = new pg.Client({ connectionString: databaseUrl }); // parses like libpq and does not connect
  return { host, port, tls: Boolean(ssl) };
}
