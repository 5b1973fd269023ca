// The readable schema (db/schema.sql, db/functions, db/triggers) against a migrated database.
import { readdirSync, readFileSync } from 'node:fs';
import { connectTo } from 'dev/database/connect';
import { dumpSchema } from 'dev/database/dump-schema';
import { migrate } from 'dev/migrate';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TEMPLATE, urlOf } from '../../support/database-server';

const db = new URL('../../../db/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, db), 'utf8');
const filesIn = (folder: string) => readdirSync(new URL(folder, db)).map((file) => `${folder}/${file}`);

let admin: Client;
let client: Client;
beforeAll(async () => {
  const server = inject('databaseServer');
  admin = await connectTo(server);
  await admin.query(`create database schema_test template ${TEMPLATE}`);
  client = await connectTo(urlOf(server, 'schema_test'));
});
afterAll(async () => {
  await client.end();
  await admin.query('drop database schema_test');
  await admin.end();
});

interface Definition {
  name: string;
  definition: string;
}

const list = async (sql: string) => (await client.query<Definition>(sql)).rows;
const listFunctions = () =>
  list(`select proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e') order by 1, 2`);
const listViews = () =>
  list(`select viewname as name, definition from pg_views where schemaname = 'public' order by 1`);
const listTriggers = () =>
  list(`select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal order by 1, 2`);

describe('the readable schema', () => {
  it('in db/schema.sql matches the migrations (npm run schema writes it)', async () => {
    expect(await dumpSchema(client)).toBe(read('schema.sql'));
  });

  it('in db/functions and db/triggers contains the current source of every view, function and trigger', async () => {
    const listAll = async () => ({
      views: await listViews(),
      functions: await listFunctions(),
      triggers: await listTriggers(),
    });
    const before = await listAll();
    const source = [...filesIn('functions'), ...filesIn('triggers')].map(read).join('\n');
    await client.query(`begin; ${source}`);
    const after = await listAll();
    await client.query('rollback');
    expect(after).toEqual(before);
    const written = [
      ...source.matchAll(/^create (?:or replace )?(?:function|view|(?:constraint )?trigger) (\w+)/gm),
    ].map(([, name]) => name);
    const existing = Object.values(before).flatMap((all) => all.map(({ name }) => name));
    expect(written.sort()).toEqual(existing.sort());
  });

  it('in db/schema names the triggers of every table', async () => {
    const { rows } = await client.query<{ table: string; trigger: string }>(
      `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger where not tgisinternal`,
    );
    const files = filesIn('schema').map(read);
    const isNamed = ({ table, trigger }: (typeof rows)[number]) =>
      files.some((text) => new RegExp(`pgTable\\(\\s*'${table}'`).test(text) && text.includes(trigger));
    const unnamed = rows.filter((row) => !isNamed(row));
    expect(unnamed).toEqual([]);
  });
});

describe('a database from before the first release', () => {
  const BASELINE_DATE = 1_795_900_000_000;

  /** Creates a database with the baseline's schema, whose last migration is recorded as `newest`. */
  async function makeOld(name: string, newest: number): Promise<string> {
    await admin.query(`create database ${name}`);
    const url = urlOf(inject('databaseServer'), name);
    const old = await connectTo(url);
    const baseline = read('../migrations/0000_baseline.sql').replaceAll('--> statement-breakpoint', '');
    await old.query(`begin; ${baseline}; commit`);
    await old.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1), ('newest', ${newest})`);
    await old.end();
    return url;
  }

  it('receives only later migrations when it has all that the baseline replaces', async () => {
    const url = await makeOld('schema_test_all', BASELINE_DATE);
    const { entries } = JSON.parse(read('../migrations/meta/_journal.json'));
    await expect(migrate({ url, onLine: () => {} })).resolves.toBe(entries.length - 1);
    await admin.query('drop database schema_test_all');
  });

  it('is rejected with instructions when it has only some of them', async () => {
    const url = await makeOld('schema_test_some', BASELINE_DATE - 1);
    await expect(migrate({ url, onLine: () => {} })).rejects.toThrow('delete the data folder');
    await admin.query('drop database schema_test_some');
  });
});
