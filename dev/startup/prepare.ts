// The common part of `npm start` and `npm run dev`: a running, migrated and seeded database, and the gateway
// in front of it.

import { connectTo } from '../database/connect';
import { type OpenDatabase, openLocalDatabase } from '../database/open-database';
import { migrate, toMigrationText } from '../migrate';
import { startNeonGateway } from '../neon-gateway';
import { collectVars } from '../worker-vars';
import type { Lifecycle } from './lifecycle';
import type { Progress } from './progress';
import { seedDemoIfEmpty } from './seed-demo';
import type { StartSettings } from './settings';

export interface Prepared {
  /** Variables for the worker. */
  vars: Record<string, string>;
  hasDemo: boolean;
}

export async function prepare(
  settings: StartSettings,
  progress: Progress,
  lifecycle: Lifecycle,
): Promise<Prepared> {
  const database = await progress.step('Database', async (say) => {
    const opened = await openLocalDatabase(settings, (line) => progress.line(`             ${line}`));
    say(opened.title);
    return opened;
  });
  lifecycle.onEnd('The database', database.stop);
  void database.exited.then(() =>
    lifecycle.failSoon(`PostgreSQL ended unexpectedly; see ${settings.dataDir}/logs/postgres.log.`),
  );
  await progress.step('Migrations', async (say) => {
    say(toMigrationText(await migrate({ url: database.url, onLine: say })));
  });
  const hasDemo = await progress.step('Demo', (say) => seedDemoIfEmpty(settings, database, say));
  // In the background. A stop soon after the first start would otherwise spend seconds on writing the demo to disk.
  if (database.embedded) void flushToDisk(database.url).catch(() => {});
  return {
    hasDemo,
    vars: collectVars({ ...addressVars(settings), ...(await driverVars(database, lifecycle)) }),
  };
}

async function flushToDisk(databaseUrl: string): Promise<void> {
  const client = await connectTo(databaseUrl);
  await client.query('checkpoint').finally(() => client.end());
}

function addressVars({ port, environment }: StartSettings): Record<string, string> {
  return { ENVIRONMENT: environment, SITE_URL: `http://localhost:${port}` };
}

/** Neon speaks its own protocol. Any other PostgreSQL needs the gateway. */
async function driverVars(database: OpenDatabase, lifecycle: Lifecycle): Promise<Record<string, string>> {
  if (/\.neon\.(tech|build)$/.test(new URL(database.url).hostname)) return { DATABASE_URL: database.url };
  const gateway = await startNeonGateway({ databaseUrl: database.url });
  lifecycle.onEnd('The gateway', gateway.stop);
  return {
    DATABASE_URL: gateway.databaseUrl,
    NEON_FETCH_ENDPOINT: gateway.httpUrl,
  };
}
