// Runs the built worker in workerd, with wrangler.toml's bindings kept in the data folder instead of the cloud.
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Log, LogLevel, type Miniflare, type MiniflareOptions, Response as WorkerResponse } from 'miniflare';
import { readWorkerOptions } from './build/worker-options';
import { clockWorker, fireNow } from './clock';
import { answerOrder } from './cover-artist/artist-service';
import { emailBinding, type PostOffice, postOfficeWorker } from './post-office';
import { codeOf, Refusal } from './startup/refusal';
import { projectRoot } from './startup/settings';
import { startWatched, type WatchedMiniflare } from './workerd-process';

const NAME = 'law-firm-academy';

export interface RunningWorker {
  /** Where it listens, for instance http://127.0.0.1:8787/. */
  url: URL;
  miniflare: Miniflare;
  /** The cron trigger, now. False when a job failed. */
  fireCron(cron: string): Promise<boolean>;
  /** Settles with how it ended when workerd ends without being asked to. */
  crashed: Promise<string>;
  dispose(): Promise<void>;
}

export interface WorkerSettings {
  /** 0: a free one. */
  port: number;
  /** `localhost` listens on IPv4 and IPv6. */
  host?: string;
  dataDir: string;
  vars: Record<string, string>;
  root?: string;
  /** False keeps the worker's lines in the log file only. */
  echo?: boolean;
  /** Answers for the internet, where a test must not ask it. */
  outside?: (request: OutsideRequest) => Response | Promise<Response>;
  /** Tests: whether the worker dies at a point (app/platform/faults.server.ts). */
  diesAt?: (point: string, where: string) => boolean | Promise<boolean>;
  /** Tests: what Cloudflare's binding for mail answers; it is bound only then. */
  postOffice?: PostOffice;
  /** Draws covers; the real artist unless given. */
  artist?: Artist;
  /** Of DevTools, on this machine. */
  inspectorPort?: number;
}

/** What the worker asks of the internet. */
export interface OutsideRequest {
  url: string;
  headers: Iterable<[string, string]>;
  text(): Promise<string>;
}

/** Takes an order as JSON, answers with a picture. */
export type Artist = typeof answerOrder;

/** Needs a build. @throws Refusal when the port is taken. */
export async function startWorker(settings: WorkerSettings): Promise<RunningWorker> {
  const { port, host = 'localhost', dataDir, vars, root = projectRoot, echo = true } = settings;
  const { outside = PUBLIC_NETWORK, artist = answerOrder, diesAt, postOffice, inspectorPort } = settings;
  const options = await readWorkerOptions(root);
  const magazine = {
    ...options,
    name: NAME,
    bindings: { ...options.bindings, ...vars },
    serviceBindings: {
      ...options.serviceBindings,
      OUTSIDE: outside,
      ARTIST: artist,
      ...judge(diesAt),
      ...(postOffice && emailBinding),
    },
    assets: { ...options.assets, directory: join(root, options.assets.directory) },
    ...modulesIn(join(root, 'build/worker')),
  };
  const watched = startWatched({
    ...stateIn(dataDir),
    workers: [
      magazine,
      clockWorker(NAME, () => miniflare),
      ...(postOffice ? [postOfficeWorker(postOffice)] : []),
    ],
    host,
    port,
    cf: false,
    ...(inspectorPort && { inspectorPort }),
    logRequests: false,
    log: new Log(LogLevel.ERROR),
    handleRuntimeStdio: pipeLines(openLog(dataDir), echo),
  } as MiniflareOptions);
  const { miniflare, crashed, dispose } = watched;
  try {
    return {
      url: await miniflare.ready,
      miniflare,
      crashed,
      fireCron: (cron) => fireNow(miniflare, NAME, cron),
      dispose,
    };
  } catch (error) {
    await dispose().catch(() => {});
    if (codeOf(error) !== 'ERR_ADDRESS_IN_USE') throw error;
    throw new Refusal(
      `Port ${port} is taken by another program. Choose another port: PORT=${port + 1} npm start`,
    );
  }
}

function judge(diesAt: WorkerSettings['diesAt']): object {
  if (!diesAt) return {};
  const answer = async ({ url }: { url: string }) => {
    const [, point = '', where = ''] = new URL(url).pathname.split('/');
    return new WorkerResponse(null, { status: (await diesAt(point, decodeURIComponent(where))) ? 410 : 204 });
  };
  return { FAULTS: answer };
}

/** Names that lead to this machine or its neighbours are refused when they are connected to. */
const PUBLIC_NETWORK = { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } };

/** The magazine's files alone, for what fills them before the worker runs. */
export async function openLocalFiles(dataDir: string, root = projectRoot): Promise<WatchedMiniflare> {
  const { r2Buckets } = await readWorkerOptions(root);
  const script = 'export default { fetch: () => new Response() }';
  return startWatched({
    ...stateIn(dataDir),
    modules: true,
    script,
    r2Buckets,
    cf: false,
    log: new Log(LogLevel.ERROR),
  });
}

/** The folder that wrangler's own tools make of `persist: { path: DATA_DIR/state }`, so that `npm run dev` sees the same pictures. */
function stateIn(dataDir: string): object {
  // Not kept: cached pages. They belong to one build and one database, and either may be another at the next start.
  return { defaultPersistRoot: join(dataDir, 'state/v3'), cachePersist: false };
}

const moduleTypes: Record<string, string> = {
  '.js': 'ESModule',
  '.mjs': 'ESModule',
  '.wasm': 'CompiledWasm',
  '.txt': 'Text',
  '.html': 'Text',
  '.sql': 'Text',
  '.bin': 'Data',
};

/** The bundle first, as it is the entry; then what it imports and could not be bundled. */
function modulesIn(folder: string): object {
  const entry = 'index.js';
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== entry);
  const modules = [entry, ...others].flatMap((name) => {
    const type = moduleTypes[extname(name)];
    return type ? [{ type, path: join(folder, name) }] : [];
  });
  return { modulesRoot: folder, modules };
}

/** The worker writes one JSON object per line; they pass unchanged. */
function pipeLines(log: Writable, echo: boolean): (out: Readable, err: Readable) => void {
  return (out, err) => {
    for (const [from, to] of [
      [out, process.stdout],
      [err, process.stderr],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        log.write(chunk);
        if (echo) to.write(chunk);
      });
    }
  };
}

function openLog(dataDir: string): Writable {
  const file = join(dataDir, 'logs/worker.log');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  if (existsSync(file) && statSync(file).size > 10_000_000) renameSync(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a' });
  stream.on('error', () => {}); // a full disk must not stop the magazine
  return stream;
}
