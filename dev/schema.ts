// `npm run schema`: applies the migrations to a temporary database and writes its schema to db/schema.sql.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTo } from './database/connect';
import { dumpSchema } from './database/dump-schema';
import { startEmbeddedDatabase } from './embedded-database';
import { migrate } from './migrate';
import { projectRoot } from './startup/settings';

const dataDir = mkdtempSync(join(tmpdir(), 'magazine-schema-'));
const database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
await migrate({ url: database.url, onLine: () => {} });
const client = await connectTo(database.url);
writeFileSync(join(projectRoot, 'db/schema.sql'), await dumpSchema(client));
await client.end();
await database.stop();
rmSync(dataDir, { recursive: true, force: true });
