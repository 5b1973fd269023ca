// The gateway responds to Neon's driver as Neon does, in front of a real PostgreSQL that stops and restarts.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neon, neonConfig, Pool } from '@neondatabase/serverless';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../dev/embedded-database';
import { type NeonGateway, startNeonGateway } from '../../../dev/neon-gateway';

const dataDir = mkdtempSync(join(tmpdir(), 'gateway-'));
// When run as root, PostgreSQL runs as another user, who needs access to this folder.
chmodSync(dataDir, 0o755);
let database: EmbeddedDatabase;
let gateway: NeonGateway;
const sql = (text: string, params?: unknown[]) => neon(gateway.databaseUrl).query(text, params);

beforeAll(async () => {
  database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
  gateway = await startNeonGateway({ databaseUrl: database.url });
  neonConfig.fetchEndpoint = gateway.httpUrl;
  neonConfig.wsProxy = gateway.wsProxy;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineConnect = false;
  neonConfig.webSocketConstructor = WebSocket as never;
  await sql('create table notes (id int primary key, words text[], at timestamptz)');
}, 60_000);

afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('returns values in the types that the driver expects', async () => {
  const at = new Date('2025-01-05T10:00:00Z');
  const [row] = await sql(
    'select $1::text[] as words, $2::timestamptz as at, null as nothing, 1.50::numeric as price',
    [['a,"b', 'é'], at],
  );
  // Drizzle, which other files of this process load, makes the driver return timestamps as text.
  expect({ ...row, at: new Date(row?.at) }).toEqual({
    words: ['a,"b', 'é'],
    at,
    nothing: null,
    price: '1.50',
  });
});

test("returns PostgreSQL's error details", async () => {
  await sql('insert into notes values (1)');
  const broken = {
    code: '23505',
    constraint: 'notes_pkey',
    table: 'notes',
    detail: 'Key (id)=(1) already exists.',
  };
  await expect(sql('insert into notes values (1)')).rejects.toMatchObject(broken);
});

test('rejects two statements in one query, as Neon does', async () => {
  await expect(sql('select 1; select 2')).rejects.toMatchObject({ code: '42601' });
});

test('runs a batch as one transaction and rolls it back on failure', async () => {
  const db = neon(gateway.databaseUrl);
  const batch = db.transaction([
    db`insert into notes values (2)`,
    db`insert into notes values (1)`,
    db`select 1`,
  ]);
  await expect(batch).rejects.toMatchObject({ code: '23505' });
  expect(await sql('select id from notes where id = 2')).toEqual([]);
});

test('applies the options of a batch to its transaction', async () => {
  const db = neon(gateway.databaseUrl);
  const options = { isolationLevel: 'Serializable', readOnly: true } as const;
  const [isolation, readOnly] = await db.transaction(
    [db`show transaction_isolation`, db`show transaction_read_only`],
    options,
  );
  expect([isolation, readOnly]).toEqual([
    [{ transaction_isolation: 'serializable' }],
    [{ transaction_read_only: 'on' }],
  ]);
});

test('isolates callers from transactions that others left open', async () => {
  await sql('begin');
  // PostgreSQL rejects savepoints outside a transaction.
  await expect(sql('savepoint mine')).rejects.toMatchObject({ code: '25P01' });
});

test('rejects other servers', async () => {
  await expect(neon('postgresql://a:b@elsewhere.example/c').query('select 1')).rejects.toThrow(
    'does not connect to',
  );
});

test('supports interactive transactions over WebSocket', async () => {
  const pool = new Pool({ connectionString: gateway.databaseUrl, max: 1 });
  const client = await pool.connect();
  await client.query('begin');
  await client.query('insert into notes values (3)');
  await client.query('rollback');
  client.release();
  await pool.end();
  expect(await sql('select id from notes where id = 3')).toEqual([]);
});

test('answers 503 while the database is unavailable and recovers afterwards', async () => {
  await database.stop();
  await expect(sql('select 1')).rejects.toThrow('HTTP status 503');
  database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
  expect(await sql('select id from notes where id = 1')).toEqual([{ id: 1 }]);
}, 30_000);
