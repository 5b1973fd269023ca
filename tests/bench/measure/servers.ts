// Sets up what every measurement needs: a database of each size, the gateway, and functions that start
// workers.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfNeeded } from 'dev/build/run';
import { startEmbeddedDatabase } from 'dev/embedded-database';
import type { Lifecycle } from 'dev/startup/lifecycle';
import { Progress } from 'dev/startup/progress';
import type { Options } from '../options';
import { bundleConfig, constantConfig } from './capnp-config';
import { type GatewayProcess, startGatewayProcess } from './gateway-process';
import { type Magazine, makeMagazines } from './magazines';
import { builtBundle, startWorkerd, type WorkerdServer } from './workerd-server';

export interface Bench {
  magazines: Magazine[];
  gateway: GatewayProcess;
  /** Starts the bundle with a magazine's database. */
  startMagazine(magazine: Magazine, cache: 'on' | 'off', extras?: Extras): Promise<WorkerdServer>;
  /** Starts the constant worker, which answers `/?bytes=N`. */
  startConstant(): Promise<WorkerdServer>;
}

export interface Extras {
  /** Replaces the gateway, for example to record statements. */
  endpoint?: string;
  /** A port for the DevTools protocol. */
  inspector?: number;
  /** More variables of the worker. */
  vars?: Record<string, string>;
}

export async function setUp(options: Options, lifecycle: Lifecycle): Promise<Bench> {
  const progress = new Progress();
  const folder = mkdtempSync(join(tmpdir(), 'magazine-bench-'));
  lifecycle.onEnd('The folder', () => rmSync(folder, { recursive: true, force: true }));
  if (!options.bundle) {
    await progress.step('Build', async (say) => {
      const onChild = (child: { kill(): unknown }) => void lifecycle.onEnd('The build', () => child.kill());
      say((await buildIfNeeded({ onLine: say, onChild })) ? 'built' : 'up to date');
    });
  }
  const dataDir = resolve(process.env.BENCH_DATA_DIR || join(folder, 'data'));
  mkdirSync(dataDir, { recursive: true });
  const database = await progress.step('Database', async (say) => {
    const started = await startEmbeddedDatabase({ dataDir, onLine: say });
    lifecycle.onEnd('The database', started.stop);
    say(`PostgreSQL ${started.version}`);
    return started;
  });
  const magazines = await progress.step('Magazines', (say) =>
    makeMagazines(database.url, options.sizes, say),
  );
  const gateway = await startGatewayProcess(database.url);
  lifecycle.onEnd('The gateway', gateway.stop);

  const bundle = options.bundle ? resolve(options.bundle) : builtBundle;
  const start = async (config: string, inspector?: number) => {
    const server = await startWorkerd(folder, config, bundle, inspector);
    lifecycle.onEnd('A worker', server.stop);
    return server;
  };
  return {
    magazines,
    gateway,
    async startMagazine({ databaseUrl }, cache, { endpoint = gateway.httpUrl, inspector, vars: more } = {}) {
      const vars = {
        ENVIRONMENT: 'test',
        SITE_URL: 'https://magazine.test',
        DATABASE_URL: databaseUrl,
        NEON_FETCH_ENDPOINT: endpoint,
        PAGE_CACHE: cache,
        ...more,
      };
      return start(await bundleConfig(vars), inspector);
    },
    startConstant: () => start(constantConfig()),
  };
}
