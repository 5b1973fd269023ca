// Runs the built worker in workerd. The bindings of wrangler.toml are stored in the data folder instead of
// the cloud.
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Log, LogLevel, type Miniflare, type MiniflareOptions, Response as WorkerResponse } from 'miniflare';
import { readWorkerOptions } from './build/worker-options';
import { clockWorker, fireNow } from './clock';
import { answerOrder } from './cover-artist/artist-service';
import { emailBinding, emailBindingWorker, type ReceiveEmail } from './email-binding';
import { errorCodeOf, Refusal } from './startup/refusal';
import { projectRoot } from './startup/settings';
import { startWatched, type WatchedMiniflare } from './workerd-process';

const NAME = 'law-firm-academy';

export interface RunningWorker {
  /** The address of the worker, for example http://127.0.0.1:8787/. */
  url: URL;
  miniflare: Miniflare;
  /** Fires the cron trigger with the current time. False if a cron task failed. */
  fireCron(cron: string): Promise<boolean>;
  /** Settles with the exit code or signal if workerd ends without being asked to. */
  crashed: Promise<string>;
  dispose(): Promise<void>;
}

export interface WorkerOptions {
  /** 0 chooses a free port. */
  port: number;
  /** `localhost` listens on IPv4 and IPv6. */
  host?: string | undefined;
  dataDir: string;
  vars: Record<string, string>;
  root?: string | undefined;
  /** False writes the worker's output to the log file only. */
  echo?: boolean | undefined;
  /** Answers requests to the internet in tests. */
  publicFetch?: ((request: ExternalRequest) => Response | Promise<Response>) | undefined;
  /** In tests: whether the worker crashes at a fault point (app/platform/faults.server.ts). */
  diesAt?: ((point: string, where: string) => boolean | Promise<boolean>) | undefined;
  /** In tests: answers calls of Cloudflare's mail binding, which is bound only if this is set. */
  receiveEmail?: ReceiveEmail | undefined;
  /** Draws covers. The cover artist by default. */
  artist?: Artist | undefined;
  /** Port of the DevTools inspector on this machine. */
  inspectorPort?: number | undefined;
}

/** A request of the worker to the internet. */
export interface ExternalRequest {
  url: string;
  headers: Iterable<[string, string]>;
  text(): Promise<string>;
}

/** Takes an order as JSON and returns an image. */
export type Artist = typeof answerOrder;

/**
 * Starts the built worker.
 * @throws Refusal if the port is taken
 */
export async function startWorker(settings: WorkerOptions): Promise<RunningWorker> {
  const { port, host = 'localhost', dataDir, vars, root = projectRoot, echo = true } = settings;
  const {
    publicFetch = PUBLIC_NETWORK,
    artist = answerOrder,
    diesAt,
    receiveEmail,
    inspectorPort,
  } = settings;
  const options = await readWorkerOptions(root);
  const magazine = {
    ...options,
    name: NAME,
    bindings: { ...options.bindings, ...vars },
    serviceBindings: {
      ...options.serviceBindings,
      OUTSIDE: publicFetch,
      ARTIST: artist,
      ...faultService(diesAt),
      ...(receiveEmail && emailBinding),
    },
    assets: { ...options.assets, directory: join(root, options.assets.directory) },
    ...modulesIn(join(root, 'build/worker')),
  };
  const watched = startWatched({
    ...stateIn(dataDir),
    workers: [
      magazine,
      clockWorker(NAME, () => miniflare),
      ...(receiveEmail ? [emailBindingWorker(receiveEmail)] : []),
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
    if (errorCodeOf(error) !== 'ERR_ADDRESS_IN_USE') throw error;
    throw new Refusal(
      `Port ${port} is taken by another program. Choose another port: PORT=${port + 1} npm start`,
    );
  }
}

function faultService(diesAt: WorkerOptions['diesAt']): object {
  if (!diesAt) return {};
  const answer = async ({ url }: { url: string }) => {
    const [, point = '', where = ''] = new URL(url).pathname.split('/');
    return new WorkerResponse(null, { status: (await diesAt(point, decodeURIComponent(where))) ? 410 : 204 });
  };
  return { FAULTS: answer };
}

/** Refuses connections to this machine and its private network, regardless of the host name. */
const PUBLIC_NETWORK = { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } };

/** Opens the file store alone, to fill it before the worker runs. */
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

/**
 * The folder of the images, which dev/dev.ts passes to wrangler's proxy for `npm run dev`.
 */
function stateIn(dataDir: string): object {
  // Cached pages are not stored: they belong to one build and one database, and the next start may use
  // others.
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

/** The bundle comes first, because it is the entry. The rest are modules that could not be bundled. */
function modulesIn(folder: string): object {
  const entry = 'index.js';
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== entry);
  const modules = [entry, ...others].flatMap((name) => {
    const type = moduleTypes[extname(name)];
    return type ? [{ type, path: join(folder, name) }] : [];
  });
  return { modulesRoot: folder, modules };
}

/** The worker writes one JSON object per line. Lines are passed on unchanged. */
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
  stream.on('error', () => {}); // a full disk must not stop the site
  return stream;
}
