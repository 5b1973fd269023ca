// Runs one measurement on its own magazine: the built worker in Miniflare, with the real local file store and
// queue and a new database, all deleted afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from 'dev/embedded-database';
import { migrate } from 'dev/migrate';
import { TEMPLATE, urlOf } from '../../support/database-server';
import { findFreePort } from '../../support/site/free-port';
import { onServer, type Site, startSite } from '../../support/site/site';
import { type Visitor, visitAsAdmin } from '../../support/visitor';

export interface OwnMagazine {
  site: Site;
  /** Signed in. */
  admin: Visitor;
  /** Port for DevTools. */
  inspectorPort: number;
}

export async function withMagazine(measure: (magazine: OwnMagazine) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-bench-'));
  const database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
  try {
    await onServer(database.url, `create database ${TEMPLATE}`);
    await migrate({ url: urlOf(database.url, TEMPLATE), onLine: () => {} });
    const inspectorPort = await findFreePort();
    const site = await startSite({ databaseServer: database.url, inspectorPort });
    try {
      await measure({ site, admin: await visitAsAdmin(site), inspectorPort });
    } finally {
      await site.stop();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
