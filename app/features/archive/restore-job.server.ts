// Bringing an archive back, as a job: room is made, then what others refer to comes, then everything else side by side.
import { z } from 'zod';
import { ADS_TAG } from '~/features/ads/ads.server';
import { ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG } from '~/features/articles/page-tags';
import type { ClaimedItem, ItemOutcome, JobKind, NewItem } from '~/features/jobs/job-kind';
import { listVariantKeys } from '~/features/media/image-variants';
import { PAGES_TAG } from '~/features/pages/pages.server';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { TRANSFER_SCREEN } from '~/features/transfer/transfer-file';
import { getFile } from '~/features/transfer/transfer-files.server';
import type { ByteSource } from '~/lib/zip/read-zip';
import { readEntry } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { AppContext, Statement } from '~/platform/context';
import { cleanRow, isRow, type Row, readLines } from './clean-rows';
import { REVISIONS, readFileName, readPartName } from './manifest';
import {
  type ArchivePart,
  inWords,
  LARGEST_FILE,
  LARGEST_PART,
  openArchive,
  planRestore,
} from './read-archive.server';
import {
  insertRows,
  refuseUnlessEmpty,
  selectBegun,
  type TableName,
  wipeEverything,
  withoutEvents,
} from './restore-repo.server';

const Input = z.object({ fileId: z.uuid(), replace: z.boolean() });

const Entry = z.object({
  name: z.string(),
  method: z.union([z.literal(0), z.literal(8)]),
  crc: z.number(),
  packed: z.number(),
  size: z.number(),
  offset: z.number(),
});
const Work = z.discriminatedUnion('do', [
  z.object({ do: z.literal('clear') }),
  z.object({ do: z.literal('clear-files'), round: z.number() }),
  z.object({ do: z.literal('begin') }),
  z.object({ do: z.literal('part'), entry: Entry, revisions: z.array(Entry) }),
  z.object({ do: z.literal('files'), entries: z.array(Entry) }),
]);
type Work = z.infer<typeof Work>;

/** What comes first, in one transaction with the last look whether there is room. */
const GROUND: readonly string[] = ['categories', 'tags', 'authors', 'media'];
/** What refers to articles and outlives them, so that it would come without them too: last, when all that come are there. */
const LAST: readonly string[] = ['generated_images'];

/** Pictures of one item: so many, and so many bytes. */
const FILES_AT_ONCE = 20;
const BYTES_AT_ONCE = 24 * 1024 * 1024;
const ROWS_AT_ONCE = 500;
/** Files of the store that one run deletes, a thousand at a time. */
const CLEARINGS = 40;
const OWN_FOLDERS = ['article-images/', 'variants/'];

const NAMES: Record<string, string> = {
  clear: 'Make room: rows',
  'clear-files-1': 'Make room: pictures',
  begin: 'Categories, tags and authors',
};

export const firstItem = (replace: boolean): NewItem =>
  replace ? { key: 'clear', input: { do: 'clear' } } : { key: 'begin', input: { do: 'begin' } };

export const restoreJob: JobKind<z.infer<typeof Input>> = {
  kind: 'restore',
  capability: 'transfer',
  input: Input,
  async run(ctx, item, { fileId }) {
    const work = Work.parse(item.input);
    if (work.do === 'clear-files') return clearFiles(ctx, work.round);
    const source = await openArchive(ctx.files, (await getFile(ctx, fileId)).key);
    if (work.do === 'clear') return clear(ctx, source);
    if (work.do === 'begin') return begin(ctx, source);
    return work.do === 'part'
      ? restorePart(ctx, source, work, item)
      : restoreFiles(ctx, source, work.entries);
  },
  async finish(ctx, job, { fileId }, counts) {
    const { rows: begun } = await ctx.db.read(selectBegun(ctx.db.build, job.id));
    if (begun.length > 0) await restoreLast(ctx, fileId);
    await purgeAll(ctx);
    return { parts: counts.done, failed: counts.failed };
  },
  show: ({ key }) => ({ label: NAMES[key] ?? key }),
  screen: () => TRANSFER_SCREEN,
};

/**
 * The rows first: no page ever points at a file that is gone. Nothing goes before every row of the archive was read: what
 * is damaged in it would be missed when there is no way back.
 */
async function clear(ctx: AppContext, source: ByteSource): Promise<ItemOutcome> {
  const { parts } = await planRestore(source);
  for (const { entry, revisions } of parts)
    for (const one of [entry, ...revisions]) await readRows(source, one);
  return {
    status: 'done',
    statements: [wipeEverything(ctx.db.build)],
    more: [{ key: 'clear-files-1', input: { do: 'clear-files', round: 1 } }],
    after: () => purgeAll(ctx),
  };
}

async function clearFiles({ files }: AppContext, round: number): Promise<ItemOutcome> {
  let left = CLEARINGS;
  for (const folder of OWN_FOLDERS) {
    for (let found = await files.list(folder, ''); found.length > 0; found = await files.list(folder, '')) {
      if (left === 0) {
        const input = { do: 'clear-files', round: round + 1 };
        return { status: 'done', more: [{ key: `clear-files-${round + 1}`, input }] };
      }
      left -= 1;
      await files.delete(found.map(({ key }) => key));
    }
  }
  return { status: 'done', more: [{ key: 'begin', input: { do: 'begin' } }] };
}

async function begin(ctx: AppContext, source: ByteSource): Promise<ItemOutcome> {
  const { parts, files, strangers } = await planRestore(source);
  const statements: Statement<unknown>[] = [refuseUnlessEmpty(ctx.db.build)];
  for (const part of parts.filter(({ section }) => GROUND.includes(section))) {
    const rows = await readRows(source, part.entry);
    statements.push(...insertAll(ctx, part.section as TableName, rows));
  }
  const rest = parts.filter(({ section }) => !GROUND.includes(section) && !LAST.includes(section));
  const reason = strangers.length > 0 ? `Left out: ${strangers.slice(0, 5).join(', ')}` : undefined;
  return { status: 'done', statements, reason, more: [...rest.map(toItem), ...toFileItems(files)] };
}

async function restoreLast(ctx: AppContext, fileId: string): Promise<void> {
  const source = await openArchive(ctx.files, (await getFile(ctx, fileId)).key);
  const { parts } = await planRestore(source);
  for (const { section, entry } of parts.filter((part) => LAST.includes(part.section)))
    await ctx.db.write(...insertAll(ctx, section as TableName, await readRows(source, entry)));
}

function toItem({ entry, revisions }: Omit<ArchivePart, 'section'>): NewItem {
  const plain = (one: ZipEntry) => ({ ...one });
  return { key: entry.name, input: { do: 'part', entry: plain(entry), revisions: revisions.map(plain) } };
}

function toFileItems(files: readonly ZipEntry[]): NewItem[] {
  const groups: ZipEntry[][] = [];
  let bytes = 0;
  for (const entry of files) {
    const group = groups.at(-1);
    bytes += entry.size;
    if (!group || group.length >= FILES_AT_ONCE || bytes > BYTES_AT_ONCE) {
      groups.push([entry]);
      bytes = entry.size;
    } else group.push(entry);
  }
  return groups.map((group, i) => ({
    key: `pictures-${i + 1}`,
    input: { do: 'files', entries: group.map((entry) => ({ ...entry })) },
  }));
}

async function readRows(source: ByteSource, entry: ZipEntry): Promise<Row[]> {
  const bytes = await inWords(() => readEntry(source, entry, LARGEST_PART));
  return readLines(new TextDecoder().decode(bytes));
}

function insertAll(
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

async function restorePart(
  ctx: AppContext,
  source: ByteSource,
  { entry, revisions }: Extract<Work, { do: 'part' }>,
  item: ClaimedItem,
): Promise<ItemOutcome> {
  const facts = readPartName(entry.name);
  if (!facts) return { status: 'skipped', reason: `${item.key} is no part of an archive` };
  const rows = await readRows(source, entry);
  const result = { rows: rows.length };
  const { section } = facts;
  if (section === REVISIONS)
    return { status: 'done', result, statements: insertAll(ctx, 'article_revisions', rows) };
  if (section === 'articles') {
    const articles = rows.map(({ row }) => row).filter(isRow);
    const tied = rows.flatMap(({ row, tags }) =>
      isRow(row) && Array.isArray(tags) ? tags.map((tag) => ({ article_id: row.id, tag_id: tag })) : [],
    );
    return {
      status: 'done',
      result,
      statements: [...insertAll(ctx, 'articles', articles), ...insertAll(ctx, 'article_tags', tied)],
      // Their articles are there by then.
      more: revisions.map((one) => toItem({ entry: one, revisions: [] })),
    };
  }
  if (section === 'ads') {
    const ads = rows.map(({ row }) => row).filter(isRow);
    const placements = rows.flatMap((row) =>
      Array.isArray(row.placements) ? row.placements.filter(isRow) : [],
    );
    return {
      status: 'done',
      result,
      statements: [...insertAll(ctx, 'ads', ads), ...insertAll(ctx, 'ad_placements', placements)],
    };
  }
  return { status: 'done', result, statements: insertAll(ctx, section, rows) };
}

/** Written again they are the same files. Smaller copies that lie there were made of others. */
async function restoreFiles(
  { files }: AppContext,
  source: ByteSource,
  entries: readonly ZipEntry[],
): Promise<ItemOutcome> {
  const copies: string[] = [];
  for (const entry of entries) {
    const known = readFileName(entry.name);
    if (!known) continue;
    const bytes = await inWords(() => readEntry(source, entry, LARGEST_FILE));
    await files.put(known.key, bytes, known.contentType);
    copies.push(...listVariantKeys(known.key));
  }
  await files.delete(copies);
  return { status: 'done', result: { files: entries.length } };
}

async function purgeAll({ pages }: Pick<AppContext, 'pages'>): Promise<void> {
  await pages.purge([CHROME_TAG, ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG, PAGES_TAG, ADS_TAG]);
}
