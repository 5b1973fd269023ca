// Defines what a search is in the database, for all measurements: which statement of a page is the search, and which relations
// are its index.
import type { Client } from 'pg';
import type { Bench } from './servers';
import { type RecordedStatement, startRecorder } from './statement-recorder';

export interface SearchKind {
  name: string;
  queries: readonly string[];
}

export interface SearchStatement extends RecordedStatement {
  kind: string;
}

/** In the text of the statement. */
const IS_SEARCH = /search_/;
/** Names of tables, and of indexes on other tables. */
const SEARCH_TABLES = '^(article_documents|article_words|recent_words|search_.*)$';
const SEARCH_INDEXES = 'search|trgm|tsv';

/** The statement that the product sends for each query on `/search`. @throws if a page sends none */
export async function recordSearches(bench: Bench, kinds: readonly SearchKind[]): Promise<SearchStatement[]> {
  const [magazine] = bench.magazines;
  if (!magazine) throw new Error('No magazine to search.');
  const recorder = await startRecorder(bench.gateway.httpUrl);
  try {
    const server = await bench.startMagazine(magazine, 'off', { endpoint: recorder.httpUrl });
    const recorded: SearchStatement[] = [];
    for (const { name, queries } of kinds) {
      for (const query of queries) {
        recorder.take();
        await (
          await fetch(`http://127.0.0.1:${server.port}/search?q=${encodeURIComponent(query)}`)
        ).arrayBuffer();
        const found = recorder
          .take()
          .flat()
          .filter((statement) => IS_SEARCH.test(statement.query));
        if (found.length === 0) throw new Error(`The page for ${query} sent no search.`);
        recorded.push(...found.map((statement) => ({ ...statement, kind: name })));
      }
    }
    return recorded;
  } finally {
    recorder.stop();
  }
}

/** Bytes of everything that only the search needs. */
export async function readIndexSize(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(case c.relkind when 'r' then pg_total_relation_size(c.oid) else pg_relation_size(c.oid) end), 0) as bytes
     from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class owner on owner.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace
       and (c.relkind = 'r' and c.relname ~ $1 or c.relkind = 'i' and c.relname ~ $2 and owner.relname !~ $1)`,
    [SEARCH_TABLES, SEARCH_INDEXES],
  );
  return Number(rows[0]?.bytes);
}
