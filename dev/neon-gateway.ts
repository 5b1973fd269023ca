// A gateway in front of PostgreSQL that speaks Neon's protocol, so that the worker uses the same driver
// locally as in production.
import { createServer } from 'node:http';
import pg from 'pg';
import { WebSocketServer } from 'ws';
import { addressOf, DatabasePools } from './gateway/pools';
import { answerSql } from './gateway/sql-over-http';
import { pipeToDatabase } from './gateway/websocket-pipe';

export interface NeonGateway {
  /** For neonConfig.fetchEndpoint. */
  httpUrl: string;
  /** For neonConfig.wsProxy: host, port and path, no scheme. */
  wsProxy: string;
  /**
   * A complete URL for the driver, which requires a user, a host and a database where PostgreSQL has
   * defaults.
   */
  databaseUrl: string;
  /** Waits for running statements and closes all connections to the database. The next statement opens new ones. */
  endConnections(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 only.
 * @param options.port a free one by default
 */
export async function startNeonGateway(options: {
  databaseUrl: string;
  port?: number;
}): Promise<NeonGateway> {
  const databaseUrl = withDefaults(options.databaseUrl);
  const pools = new DatabasePools(databaseUrl);
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
    // Browsers send an origin and the worker does not, so no web page can use this gateway.
    if (request.method !== 'POST' || !request.url?.startsWith('/sql') || request.headers.origin) {
      response.writeHead(404).end();
      return;
    }
    void answerSql(request, response, pools);
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.origin) return socket.destroy();
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (ws) => void pipeToDatabase(ws, request, options.databaseUrl),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ port: options.port ?? 0, host: '127.0.0.1' }, done);
  });
  const { port } = server.address() as { port: number };
  return {
    httpUrl: `http://127.0.0.1:${port}/sql`,
    wsProxy: `127.0.0.1:${port}/v2`,
    databaseUrl,
    endConnections: () => pools.end(),
    async stop() {
      for (const ws of sockets.clients) ws.terminate();
      server.close();
      server.closeAllConnections();
      await pools.end();
    },
  };
}

/** Replaces a Unix socket by a placeholder host, which the pools recognize by its port. */
function withDefaults(databaseUrl: string): string {
  const { host, port } = addressOf(databaseUrl);
  const filledIn = new pg.Client({ connectionString: databaseUrl });
  const url = new URL(databaseUrl);
  if (url.username && url.hostname && url.pathname.length > 1) return databaseUrl;
  const full = new URL(`postgresql://${host.startsWith('/') ? 'localhost' : host}:${port}`);
  full.username = encodeURIComponent(filledIn.user ?? 'postgres');
  full.password = encodeURIComponent(filledIn.password ?? '');
  full.pathname = filledIn.database ?? filledIn.user ?? 'postgres';
  full.search = url.search;
  if (host.startsWith('/')) full.searchParams.set('host', host);
  return full.href;
}
