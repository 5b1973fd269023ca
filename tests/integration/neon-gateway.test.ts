// The gateway answers Neon's own driver as Neon does, in front of a real PostgreSQL that comes and goes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neon, neonConfig, Pool } from '@neondatabase/serverless';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../dev/embedded-database';
import { type NeonGateway, startNeonGateway } from '../../dev/neon-gateway';

const dataDir = mkdtempSync(join(tmpdir(), 'gateway-'));
// As root PostgreSQL runs as another user, who must be able to get here.
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

test('values come back in the types the driver makes of PostgreSQL’s text', async () => {
  const at = new Date('2025-01-05T10:00:00Z');
  const [row] = await sql(
    'select $1::text[] as words, $2::timestamptz as at, null as nothing, 1.50::numeric as price',
    [['a,"b', 'é'], at],
  );
  expect(row).toEqual({ words: ['a,"b', 'é'], at, nothing: null, price: '1.50' });
});

test('an error carries what PostgreSQL says about it', async () => {
  await sql('insert into notes values (1)');
  const broken = {
    code: '23505',
    constraint: 'notes_pkey',
    table: 'notes',
    detail: 'Key (id)=(1) already exists.',
  };
  await expect(sql('insert into notes values (1)')).rejects.toMatchObject(broken);
});

test('two statements in one query are refused, as Neon refuses them', async () => {
  await expect(sql('select 1; select 2')).rejects.toMatchObject({ code: '42601' });
});

test('a batch is one transaction: its failure leaves nothing', async () => {
  const db = neon(gateway.databaseUrl);
  const batch = db.transaction([
    db`insert into notes values (2)`,
    db`insert into notes values (1)`,
    db`select 1`,
  ]);
  await expect(batch).rejects.toMatchObject({ code: '23505' });
  expect(await sql('select id from notes where id = 2')).toEqual([]);
});

test('the options of a batch reach its BEGIN', async () => {
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

test('a transaction that a caller left open does not reach the next caller', async () => {
  await sql('begin');
  // Outside a transaction PostgreSQL refuses savepoints.
  await expect(sql('savepoint mine')).rejects.toMatchObject({ code: '25P01' });
});

test('another server is refused', async () => {
  await expect(neon('postgresql://a:b@elsewhere.example/c').query('select 1')).rejects.toThrow(
    'does not connect to',
  );
});

test('a WebSocket carries interactive transactions', async () => {
  const pool = new Pool({ connectionString: gateway.databaseUrl, max: 1 });
  const client = await pool.connect();
  await client.query('begin');
  await client.query('insert into notes values (3)');
  await client.query('rollback');
  client.release();
  await pool.end();
  expect(await sql('select id from notes where id = 3')).toEqual([]);
});

test('while the database is away callers are told, and afterwards all is as before', async () => {
  await database.stop();
  await expect(sql('select 1')).rejects.toThrow('HTTP status 503');
  database = await startEmbeddedDatabase({ dataDir, onLine: () => {} });
  expect(await sql('select id from notes where id = 1')).toEqual([{ id: 1 }]);
}, 30_000);
