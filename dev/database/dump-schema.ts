// Returns a database's schema as text in a stable order: written to `db/schema.sql` and compared by a test.
import type { Client } from 'pg';

/**
 * Extensions, tables with columns, constraints, indexes and triggers, views, and the signatures of functions in `public`. The
 * source of views and functions is in `db/functions/`.
 */
export async function dumpSchema(client: Client): Promise<string> {
  const lines = async (sql: string) =>
    (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line);
  const tables = await client.query<{ name: string; body: string; options: string | null }>(TABLES);
  const byTable = async (sql: string) => {
    const { rows } = await client.query<{ name: string; line: string }>(sql);
    return (name: string) => rows.filter((row) => row.name === name).map(({ line }) => `${line};`);
  };
  const indexesOf = await byTable(INDEXES);
  const triggersOf = await byTable(TRIGGERS);
  return [
    (await lines(EXTENSIONS)).join('\n'),
    '-- Tables',
    ...tables.rows.map(({ name, body, options }) =>
      [
        `create table ${name} (\n${body}\n)${options ? ` with (${options})` : ''};`,
        ...indexesOf(name),
        ...triggersOf(name),
      ].join('\n'),
    ),
    `-- Views\n${(await lines(VIEWS)).join('\n')}`,
    `-- Functions\n${(await lines(FUNCTIONS)).join('\n')}`,
  ].join('\n\n');
}

const EXTENSIONS = `select format('create extension %I;', extname) as line
  from pg_extension where extname <> 'plpgsql' order by extname`;

// Columns are in alphabetical order: their physical order depends on when a migration added them.
const TABLES = `
  select c.relname as name, array_to_string(c.reloptions, ', ') as options,
    (select string_agg('  ' || line, E',\\n' order by kind, line) from (
      select 1 as kind, format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attidentity <> '' then ' generated always as identity' else '' end
        || case when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
             when d.adbin is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid)) else '' end
        || case when a.attstorage <> t.typstorage then format(' storage %s', a.attstorage) else '' end as line
      from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select 2, format('constraint %I %s', conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')) parts) as body
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`;

const INDEXES = `
  select tablename as name, indexdef as line from pg_indexes
  where schemaname = 'public' and not exists (select 1 from pg_constraint where conname = indexname)
  order by tablename, indexname`;

const TRIGGERS = `
  select c.relname as name, pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by c.relname, t.tgname`;

const VIEWS = `select format('create view %I as %s', viewname, definition) as line from pg_views where schemaname = 'public' order by 1`;

const FUNCTIONS = `
  select format('%I(%s) returns %s', p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)) as line
  from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e') order by 1`;
