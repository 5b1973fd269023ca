// Rows of an archive: read and checked, and as statements that bring them.
import type { ByteSource } from '~/lib/zip/read-zip';
import { readEntry } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { AppContext, Statement } from '~/platform/context';
import { cleanRow, type Row, readLines } from './clean-rows';
import { inWords, LARGEST_PART } from './read-archive.server';
import { insertRows, type TableName, withoutEvents } from './restore-repo.server';

/** Of one statement. */
const ROWS_AT_ONCE = 500;

/** @throws InvalidError for a part that is damaged */
export async function readRows(source: ByteSource, entry: ZipEntry): Promise<Row[]> {
  const bytes = await inWords(() => readEntry(source, entry, LARGEST_PART));
  return readLines(new TextDecoder().decode(bytes));
}

export function insertAll(
  ctx: Pick<AppContext, 'db'>,
  table: TableName,
  rows: readonly Row[],
): Statement<unknown>[] {
  const statements: Statement<unknown>[] = [withoutEvents(ctx.db.build)];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows
      .slice(from, from + ROWS_AT_ONCE)
      .map((row) => cleanRow(table, row))
      .filter((row) => row !== null);
    if (some.length > 0) statements.push(insertRows(ctx.db.build, table, some));
  }
  return statements;
}
