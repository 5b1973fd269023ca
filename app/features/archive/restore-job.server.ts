// Bringing an archive back, as a job: all of it is checked, room is made, then what others refer to comes, then everything
// else side by side. What comes one after the other is a chain of items, each with a share of its own.
import { z } from 'zod';
import { ADS_TAG } from '~/features/ads/ads.server';
import { ALL_ARTICLES_TAG, SEARCH_TAG, SITEMAP_TAG } from '~/features/articles/page-tags';
import type { ClaimedItem, ItemOutcome, JobKind, NewItem } from '~/features/jobs/job-kind';
import { listVariantKeys } from '~/features/media/image-variants';
import { PAGES_TAG } from '~/features/pages/pages.server';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { TRANSFER_SCREEN } from '~/features/transfer/transfer-file';
import { getFile, holdFile } from '~/features/transfer/transfer-files.server';
import { InvalidError } from '~/lib/errors';
import type { ByteSource } from '~/lib/zip/read-zip';
import { readEntry } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { AppContext, Statement } from '~/platform/context';
import { isRow } from './clean-rows';
import { REVISIONS, readFileName, readPartName } from './manifest';
import { type ArchivePart, inWords, LARGEST_FILE, openArchive, planRestore } from './read-archive.server';
import { refuseUnlessEmpty, selectBegun, type TableName, wipeEverything } from './restore-repo.server';
import { insertAll, readRows } from './restore-rows.server';
import { takeShare } from './take-share';

const Input = z.object({ fileId: z.uuid(), replace: z.boolean() });

const Entry = z.object({
  name: z.string(),
  method: z.union([z.literal(0), z.literal(8)]),
  crc: z.number(),
  packed: z.number(),
  size: z.number(),
  offset: z.number(),
});
/** A link of a chain: where its share begins, and which one it is, from 1. */
const Link = z.object({
  do: z.enum(['check', 'begin', 'list']),
  from: z.number().default(0),
  round: z.number().default(1),
});
type Link = z.infer<typeof Link>;
const Work = z.discriminatedUnion('do', [
  Link,
  // How older builds began: their job may still be under way, or be tried again.
  z.object({ do: z.literal('clear') }),
  z.object({ do: z.literal('wipe') }),
  z.object({ do: z.literal('clear-files'), round: z.number() }),
  z.object({ do: z.literal('part'), entry: Entry, revisions: z.array(Entry) }),
  z.object({ do: z.literal('files'), entries: z.array(Entry) }),
]);
type Work = z.infer<typeof Work>;

/** What comes first, because others refer to it. */
const GROUND: readonly string[] = ['categories', 'tags', 'authors', 'media'];
/** What refers to articles and outlives them, so that it would come without them too: last, when all that come are there. */
const LAST: readonly string[] = ['generated_images'];

/** Pictures of one item: so many, and so many bytes. */
const FILES_AT_ONCE = 20;
const BYTES_AT_ONCE = 24 * 1024 * 1024;
/** What one step reads and checks: seconds of work. */
const CHECKED_AT_ONCE = { bytes: 32 * 1024 * 1024, count: 150 };
/** What one transaction brings of what others refer to. */
const GROUND_AT_ONCE = { bytes: 4 * 1024 * 1024, count: 40 };
/** Items that one statement adds. */
const LISTED_AT_ONCE = { bytes: 512 * 1024, count: 100 };
/** Files of the store that one run deletes, a thousand at a time. */
const CLEARINGS = 40;
const OWN_FOLDERS = ['article-images/', 'variants/'];

const BUSY = 'Another import, export or restore is running: wait for its end, or cancel it.';

const NAMES: Record<string, string> = {
  check: 'Check the archive',
  wipe: 'Make room: rows',
  clear: 'Make room: rows',
  'clear-files': 'Make room: pictures',
  begin: 'Categories, tags and authors',
  list: 'What comes next',
};

function linkOf(link: Link): NewItem {
  return { key: `${link.do}-${link.round}`, input: { ...link } };
}
/** The next link of the same chain, or what follows when it is at its end. */
function follow({ do: what, round }: Link, next: number | null, otherwise: NewItem): NewItem {
  return next === null ? otherwise : linkOf({ do: what, from: next, round: round + 1 });
}
const FIRST_CHECK: Link = { do: 'check', from: 0, round: 1 };
const BEGIN = linkOf({ do: 'begin', from: 0, round: 1 });

export const firstItem = (replace: boolean): NewItem => (replace ? linkOf(FIRST_CHECK) : BEGIN);

export const restoreJob: JobKind<z.infer<typeof Input>> = {
  kind: 'restore',
  capability: 'transfer',
  input: Input,
  apart: () => ({ kinds: ['import', 'export', 'restore'], sentence: BUSY }),
  hold: (ctx, { fileId }) => holdFile(ctx, fileId),
  async run(ctx, item, { fileId }) {
    const work = Work.parse(item.input);
    if (work.do === 'wipe') return wipe(ctx);
    if (work.do === 'clear-files') return clearFiles(ctx, work.round);
    const source = await openArchive(ctx.files, (await getFile(ctx, fileId)).key);
    if (work.do === 'part') return restorePart(ctx, source, work, item);
    if (work.do === 'files') return restoreFiles(ctx, source, work.entries);
    if (work.do === 'clear') return check(source, FIRST_CHECK);
    if (work.do === 'check') return check(source, work);
    return work.do === 'begin' ? begin(ctx, source, work) : list(source, work);
  },
  async finish(ctx, job, { fileId }, counts) {
    const { rows: begun } = await ctx.db.read(selectBegun(ctx.db.build, job.id));
    if (begun.length > 0) await restoreLast(ctx, fileId);
    await purgeAll(ctx);
    // A chain that broke has done something, and has brought nothing.
    if (begun.length === 0 && job.itemReason) throw new InvalidError(job.itemReason);
    return { parts: counts.done, failed: counts.failed };
  },
  show({ key }) {
    const [, chain = key, round] = /^([a-z-]+)-(\d+)$/.exec(key) ?? [];
    const name = NAMES[chain];
    return { label: name ? `${name}${round && round !== '1' ? ` (${round})` : ''}` : key };
  },
  screen: () => TRANSFER_SCREEN,
};

/**
 * Nothing goes before every row of the archive was read: what is damaged in it would be missed when there is no way back.
 * So the last link of this chain alone leads on to where room is made.
 */
async function check(source: ByteSource, link: Link): Promise<ItemOutcome> {
  const { parts } = await planRestore(source);
  const entries = parts.flatMap(({ entry, revisions }) => [entry, ...revisions]);
  const { some, next } = takeShare(entries, link.from, ({ size }) => size, CHECKED_AT_ONCE);
  for (const entry of some) await readRows(source, entry);
  return { status: 'done', more: [follow(link, next, { key: 'wipe', input: { do: 'wipe' } })] };
}

/** The rows first: no page ever points at a file that is gone. */
async function wipe(ctx: AppContext): Promise<ItemOutcome> {
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
  return { status: 'done', more: [BEGIN] };
}

/** What others refer to, the first share in one transaction with the last look whether there is room. */
async function begin(ctx: AppContext, source: ByteSource, link: Link): Promise<ItemOutcome> {
  const { parts } = await planRestore(source);
  const ground = parts.filter(({ section }) => GROUND.includes(section));
  const { some, next } = takeShare(ground, link.from, ({ entry }) => entry.size, GROUND_AT_ONCE);
  const statements: Statement<unknown>[] = link.from === 0 ? [refuseUnlessEmpty(ctx.db.build)] : [];
  for (const { section, entry } of some)
    statements.push(...insertAll(ctx, section as TableName, await readRows(source, entry)));
  return {
    status: 'done',
    statements,
    more: [follow(link, next, linkOf({ do: 'list', from: 0, round: 1 }))],
  };
}

/** Everything else as items of its own, in any order from here on. */
async function list(source: ByteSource, link: Link): Promise<ItemOutcome> {
  const { parts, files, strangers } = await planRestore(source);
  const rest = parts.filter(({ section }) => !GROUND.includes(section) && !LAST.includes(section));
  const items = [...rest.map(toItem), ...toFileItems(files)];
  const { some, next } = takeShare(items, link.from, lengthOf, LISTED_AT_ONCE);
  const isFirst = link.from === 0 && strangers.length > 0;
  return {
    status: 'done',
    reason: isFirst ? `Left out: ${strangers.slice(0, 5).join(', ')}` : undefined,
    more: next === null ? some : [...some, linkOf({ do: 'list', from: next, round: link.round + 1 })],
  };
}

const lengthOf = (item: NewItem) => JSON.stringify(item).length;

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
