// Reads and validates archived rows, and builds the statements that insert them.

import { COAUTHORS_LIMIT } from '~/features/articles/authors/author';
import { disableChangeEvents } from '~/features/webhooks/outbound/deliveries.server';
import type { ByteSource } from '~/lib/zip/read-zip';
import { readEntry } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { AppContext, Statement } from '~/platform/context';
import { cleanRow, isRow, type Row, readLines } from './clean-rows';
import { MAX_PART_BYTES, withReadableErrors } from './read-archive.server';
import { insertRows, type TableName } from './restore-repo.server';

/** Rows per statement. */
const ROWS_PER_STATEMENT = 500;

/** @throws InvalidError for a damaged part */
export async function readRows(source: ByteSource, entry: ZipEntry): Promise<Row[]> {
  const bytes = await withReadableErrors(() => readEntry(source, entry, MAX_PART_BYTES));
  return readLines(new TextDecoder().decode(bytes));
}

export function insertAll(
  ctx: Pick<AppContext, 'db'>,
  table: TableName,
  rows: readonly Row[],
): Statement<unknown>[] {
  const statements: Statement<unknown>[] = [disableChangeEvents(ctx)];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = rows
      .slice(from, from + ROWS_PER_STATEMENT)
      .map((row) => cleanRow(table, row))
      .filter((row) => row !== null);
    if (some.length > 0) statements.push(insertRows(ctx.db.build, table, some));
  }
  return statements;
}

/** Articles with their tags and co-authors. */
export function insertArchivedArticles(
  ctx: Pick<AppContext, 'db'>,
  rows: readonly Row[],
): Statement<unknown>[] {
  const articles = rows.map(({ row }) => row).filter(isRow);
  const tags = rows.flatMap(({ row, tags }) =>
    isRow(row) && Array.isArray(tags) ? tags.map((tag) => ({ article_id: row.id, tag_id: tag })) : [],
  );
  const coauthors = rows.flatMap(({ row, coauthors, coauthorNames }) => {
    if (!isRow(row) || !Array.isArray(coauthors)) return [];
    const names = Array.isArray(coauthorNames) ? coauthorNames : [];
    return coauthors.slice(0, COAUTHORS_LIMIT).map((author, index) => ({
      ...{ article_id: row.id, author_id: author, position: index + 1 },
      name: names[index],
    }));
  });
  return [
    ...insertAll(ctx, 'articles', articles),
    ...insertAll(ctx, 'article_tags', tags),
    ...insertAll(ctx, 'article_coauthors', coauthors),
  ];
}
