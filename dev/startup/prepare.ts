// What `npm start` and `npm run dev` have in common: a database that is running, migrated and filled, and the gateway before it.

import { type OpenDatabase, openDatabase } from '../database/open-database';
import { migrate, toMigrationText } from '../migrate';
import { startNeonGateway } from '../neon-gateway';
import { collectVars } from '../worker-vars';
import type { Lifecycle } from './lifecycle';
import type { Progress } from './progress';
import { seedDemoIfEmpty } from './seed-demo';
import type { Settings } from './settings';

export interface Prepared {
  /** For the worker's env. */
  vars: Record<string, string>;
  hasDemo: boolean;
}

export async function prepare(
  settings: Settings,
  progress: Progress,
  lifecycle: Lifecycle,
): Promise<Prepared> {
  const database = await progress.step('Database', async (say) => {
    const opened = await openDatabase(settings, (line) => progress.line(`             ${line}`));
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
  return {
    hasDemo,
    vars: collectVars({ ...addressVars(settings), ...(await driverVars(database, lifecycle)) }),
  };
}

function addressVars({ port, environment }: Settings): Record<string, string> {
  return { ENVIRONMENT: environment, SITE_URL: `http://localhost:${port}` };
}

/** Neon speaks its own protocol; any other PostgreSQL needs the gateway for it. */
async function driverVars(database: OpenDatabase, lifecycle: Lifecycle): Promise<Record<string, string>> {
  if (/\.neon\.(tech|build)$/.test(new URL(database.url).hostname)) return { DATABASE_URL: database.url };
  const gateway = await startNeonGateway({ databaseUrl: database.url });
  lifecycle.onEnd('The gateway', gateway.stop);
  return {
    DATABASE_URL: gateway.databaseUrl,
    NEON_FETCH_ENDPOINT: gateway.httpUrl,
  };
}
