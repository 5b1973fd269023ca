// Starts the built magazine in workerd, with its own database and file store.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { answerOrder } from 'dev/cover-artist/artist-service';
import type { ReceiveEmail } from 'dev/email-binding';
import { type Artist, type ExternalRequest, startWorker } from 'dev/miniflare';
import { type NeonGateway, startNeonGateway } from 'dev/neon-gateway';
import { Response as WorkerResponse } from 'miniflare';
import pg from 'pg';
import { type RecordedStatement, startRecorder } from '../../bench/measure/statement-recorder';
import { TEMPLATE, urlOf } from '../database-server';
import { emptyTables } from '../factory';

export interface Site {
  url: string;
  databaseUrl: string;
  /** The worker's variables. */
  vars: Record<string, string>;
  db: pg.Client;
  /** Deletes all rows of these tables (`a, b`) and of those that reference them. */
  empty(tables: string): Promise<void>;
  /** Folder of its file store, queue and log. */
  dataDir: string;
  /** Does not follow redirects. */
  get(path: string, init?: RequestInit): Promise<Response>;
  text(path: string, init?: RequestInit): Promise<string>;
  /** Refuses the worker's database connections until `restoreDatabase`. */
  loseDatabase(): Promise<void>;
  restoreDatabase(): Promise<void>;
  /** Runs `act` while the database is unavailable. */
  withoutDatabase<T>(act: () => Promise<T>): Promise<T>;
  /**
   * Fires the cron trigger as if it were `time`, or as the one that runs at the start. @throws if a cron task
   * fails
   */
  runCron(time?: Date, cron?: '* * * * *' | '@start' | '@restart'): Promise<void>;
  /** Requires `recordsStatements`: the worker's statements since the last call, one list per round trip. */
  takeStatements(): RecordedStatement[][];
  /** Sends messages to the queue. */
  send(...messages: unknown[]): Promise<void>;
  putFile(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Keys of the file store. */
  listFiles(prefix?: string): Promise<string[]>;
  deleteFile(key: string): Promise<void>;
  /** Reads a whole file of the store. @throws if it does not exist */
  readFile(key: string): Promise<Uint8Array>;
  /** Everything the worker has logged so far. */
  logLines(): Promise<{ event: string; [name: string]: unknown }[]>;
  /** Output of workerd itself. */
  runtimeOutput(): Promise<string>;
  /** Whether the queue was used. Its messages cannot be listed or deleted, so some may still arrive. */
  hasUsedQueue(): Promise<boolean>;
  /** Makes it like a new site that was started with these handlers. `db` is another connection then. */
  reset(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
}

/** The parts of the options that a running site can exchange. */
type Handlers = Pick<SiteOptions, 'publicFetch' | 'artist'>;

export interface SiteOptions {
  databaseServer: string;
  /** Off by default, so that each request is answered from the database. */
  pageCache?: 'on' | 'off';
  vars?: Record<string, string>;
  template?: string;
  /** Answers the worker's requests to public addresses; 404 by default. */
  publicFetch?: (request: ExternalRequest) => Response | Promise<Response>;
  /** Whether the worker crashes at a fault point. */
  diesAt?: (point: string, where: string) => boolean | Promise<boolean>;
  /** Cloudflare's email binding; the worker has it only if given. */
  receiveEmail?: ReceiveEmail;
  /** Draws covers in place of the real generator. */
  artist?: Artist;
  recordsStatements?: boolean;
  /** Port for DevTools on this machine. */
  inspectorPort?: number;
}

/** Sites in use. */
export const openSites = new Set<Pick<Site, 'logLines' | 'runtimeOutput' | 'get'>>();

const NOT_FOUND = () => new Response('Not found', { status: 404 });

/** The path of requests that only mark a place in the log. */
const LOG_MARK = '/media/log-mark-';

const isEvent = (line: string) => line.startsWith('{') && line.endsWith('}');

export async function startSite(options: SiteOptions): Promise<Site> {
  const { databaseServer, pageCache = 'off', vars = {}, template = TEMPLATE, diesAt } = options;
  let handlers: Handlers = options;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(databaseServer, `create database ${name} template ${template}`);
  const databaseUrl = urlOf(databaseServer, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-site-'));
  let gateway: NeonGateway | null = await startNeonGateway({ databaseUrl });
  const gatewayUrl = gateway.httpUrl;
  const recorder = options.recordsStatements ? await startRecorder(gatewayUrl) : null;
  const workerVars: Record<string, string> = {
    ENVIRONMENT: 'test',
    SITE_URL: 'https://magazine.test',
    DATABASE_URL: databaseUrl,
    NEON_FETCH_ENDPOINT: recorder?.httpUrl ?? gatewayUrl,
    PAGE_CACHE: pageCache,
    PASSWORD_COST: 'low',
    // Failed items are retried immediately.
    JOB_RETRY_SECONDS: '0',
    ...vars,
  };
  const worker = await startWorker({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    echo: false,
    publicFetch: (request) => (handlers.publicFetch ?? NOT_FOUND)(request),
    diesAt,
    artist: (order) => (handlers.artist ?? answerOrder)(order),
    receiveEmail: options.receiveEmail,
    inspectorPort: options.inspectorPort,
    vars: workerVars,
  });
  const url = worker.url.origin;
  let db = await connect(databaseUrl);
  let hasSent = false;
  let address = nextAddress();
  const get: Site['get'] = async (path, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has('cf-connecting-ip')) headers.set('cf-connecting-ip', address);
    const answer = await fetch(url + path, { redirect: 'manual', ...init, headers });
    refuseOpenCookies(answer);
    return answer;
  };
  const logFile = join(dataDir, 'logs/worker.log');
  const readLog = async () => (await readFile(logFile, 'utf8')).split('\n');
  /**
   * Waits until everything logged so far is in the file: a line arrives some time after the answer to its
   * request, but before the line of a later request. A worker that does not answer is not waited for.
   */
  const untilLogged = async () => {
    const path = `${LOG_MARK}${randomUUID()}`;
    const signal = AbortSignal.timeout(30_000);
    const answer = await get(path, { signal }).catch(() => null);
    while (answer && !signal.aborted && !(await readFile(logFile, 'utf8')).includes(path))
      await setImmediate();
  };
  const site: Site = {
    url,
    databaseUrl,
    vars: workerVars,
    db,
    empty: (tables) => emptyTables(db, tables),
    dataDir,
    get,
    text: async (path, init) => (await get(path, init)).text(),
    async loseDatabase() {
      await gateway?.stop();
      gateway = null;
    },
    async restoreDatabase() {
      gateway = await startNeonGateway({ databaseUrl, port: Number(new URL(gatewayUrl).port) });
    },
    async withoutDatabase(act) {
      await site.loseDatabase();
      try {
        return await act();
      } finally {
        await site.restoreDatabase();
      }
    },
    async runCron(time = new Date(), cron = '* * * * *') {
      const query = new URLSearchParams({ cron, time: String(time.getTime()) });
      const answer = await get(`/cdn-cgi/handler/scheduled?${query}`);
      if (answer.status !== 200) throw new Error(`The trigger failed: ${await answer.text()}`);
    },
    takeStatements: () => recorder?.take() ?? [],
    async send(...messages) {
      hasSent = true;
      const queue = await worker.miniflare.getQueueProducer('WORK');
      await queue.sendBatch(messages.map((body) => ({ body, contentType: 'json' })));
    },
    async putFile(key, body, contentType) {
      const bucket = await worker.miniflare.getR2Bucket('MEDIA');
      await bucket.put(key, body, { httpMetadata: { contentType } });
    },
    async listFiles(prefix = '') {
      const bucket = await worker.miniflare.getR2Bucket('MEDIA');
      return (await bucket.list({ prefix })).objects.map(({ key }) => key);
    },
    async deleteFile(key) {
      await (await worker.miniflare.getR2Bucket('MEDIA')).delete(key);
    },
    async readFile(key) {
      const bucket = await worker.miniflare.getR2Bucket('MEDIA');
      const object = await bucket.get(key);
      if (!object) throw new Error(`No such file: ${key}`);
      return new Uint8Array(await object.arrayBuffer());
    },
    async logLines() {
      await untilLogged();
      return (await readLog())
        .filter((line) => isEvent(line) && !line.includes(LOG_MARK))
        .map((line) => JSON.parse(line));
    },
    async runtimeOutput() {
      return (await readLog()).filter((line) => !isEvent(line)).join('\n');
    },
    async hasUsedQueue() {
      // The tables whose rows the messages point to. A number stays used when its row is deleted.
      const { rows } = await db.query(
        `select bool_or(last_value is not null) as used from pg_sequences
         where sequencename in ('job_items_id_seq', 'webhook_deliveries_id_seq', 'ad_beacons_id_seq')`,
      );
      return hasSent || rows[0].used;
    },
    async reset(next) {
      handlers = next;
      // The worker's rate limits cannot be reset.
      address = nextAddress();
      await db.end();
      if (!gateway) await site.restoreDatabase();
      await gateway?.endConnections();
      await onServer(databaseServer, `drop database ${name} with (force)`);
      await onServer(databaseServer, `create database ${name} template ${template}`);
      db = await connect(databaseUrl);
      site.db = db;
      const files = await site.listFiles();
      if (files.length > 0) await (await worker.miniflare.getR2Bucket('MEDIA')).delete(files);
      // Every page in the data center's cache counts as purged, and the worker forgets those in its memory.
      const caches = await worker.miniflare.getCaches();
      await caches.default.put(`${workerVars.SITE_URL}/__purges`, purgeAll());
      await site.runCron(new Date(), '@restart');
      truncateSync(logFile);
    },
    async stop() {
      openSites.delete(site);
      await db.end();
      await worker.dispose();
      recorder?.stop();
      await gateway?.stop();
      await onServer(databaseServer, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  openSites.add(site);
  return site;
}

/**
 * Checks every answer of every test: a site on HTTPS must not set a cookie that another host or plain HTTP
 * can read or write.
 */
function refuseOpenCookies({ headers }: Response): void {
  if (!headers.has('strict-transport-security')) return;
  const open = headers.getSetCookie().find((line) => !/^__Host-[^;]*;.*; Path=\/;.*; Secure(;|$)/.test(line));
  if (open) throw new Error(`A cookie is not bound to this host: ${open.replace(/=[^;]*/, '=…')}`);
}

let addresses = 0;

/** The IP address of requests that don't specify one. */
function nextAddress(): string {
  addresses += 1;
  return `127.0.${addresses >> 8}.${addresses & 255}`;
}

/** A purge log (app/platform/page-cache/purge-log.server.ts) that covers all pages stored so far. */
function purgeAll(): WorkerResponse {
  return new WorkerResponse(JSON.stringify({ floor: Date.now(), tags: {} }), {
    headers: { 'content-type': 'application/json', 'cache-control': 'max-age=86400' },
  });
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return client;
}

/** Runs one statement on the test run's server. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
