// The restore job: if it replaces content, checks the archive and deletes; restores the rows that others refer
// to, then the rest concurrently, and what refers to articles last. Sequential steps are chains of items, each with its own batch.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { WHOLE_SITE } from '~/features/cache-tags/cache-tags';
import type { ClaimedItem, ItemOutcome, JobKind, NewItem } from '~/features/jobs/job-kind';
import { InvalidError } from '~/lib/errors';
import type { ByteSource } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { AppContext, Statement } from '~/platform/context';
import { REVISIONS, readPartName } from '../export/manifest';
import { TRANSFER_SCREEN } from '../files/transfer-file';
import { getFile, lockFileForJob } from '../files/transfer-files.server';
import { isRow } from './clean-rows';
import {
  applyOptOuts,
  keepRows,
  OPT_OUTS,
  returnSavedArticles,
  SAVED_ARTICLES,
} from './kept-rows-repo.server';
import { type ArchiveSection, openArchive, planRestore } from './read-archive.server';
import { restoreFiles, toFileItems } from './restore-files.server';
import {
  clearSynonyms,
  pauseNewsletter,
  refuseUnlessEmpty,
  removeIndexNowKey,
  selectBegun,
  type TableName,
  wipeEverything,
} from './restore-repo.server';
import { insertAll, insertArchivedArticles, readRows } from './restore-rows.server';
import { takeBatch } from './take-batch';

const Input = z.object({ fileId: z.uuid(), replace: z.boolean() });

const Entry = z.object({
  name: z.string(),
  method: z.union([z.literal(0), z.literal(8)]),
  crc: z.number(),
  packed: z.number(),
  size: z.number(),
  offset: z.number(),
});
/** An item of a chain: where its batch starts, and its number from 1. */
const Link = z.object({
  do: z.enum(['check', 'begin', 'list']),
  from: z.number().default(0),
  round: z.number().default(1),
});
type Link = z.infer<typeof Link>;
const Work = z.discriminatedUnion('do', [
  Link,
  // Written by older versions, whose jobs may still be running or be retried.
  z.object({ do: z.literal('clear') }),
  z.object({ do: z.literal('wipe') }),
  z.object({ do: z.literal('clear-files'), round: z.number() }),
  z.object({ do: z.literal('part'), entry: Entry, revisions: z.array(Entry) }),
  z.object({ do: z.literal('files'), entries: z.array(Entry) }),
]);
type Work = z.infer<typeof Work>;

/** Sections restored first, because others refer to them. */
const FIRST: readonly string[] = ['categories', 'tags', 'authors', 'media'];
/**
 * Sections restored last, because they refer to articles: without these, their rows would lose the reference
 * or be skipped.
 */
const LAST: readonly string[] = ['generated_images', 'related_choices'];

/** Limits of one check step: a few seconds of work. */
const CHECK_BATCH = { bytes: 32 * 1024 * 1024, count: 150 };
/** Limits of one transaction for the first sections. */
const FIRST_BATCH = { bytes: 4 * 1024 * 1024, count: 40 };
/** Limits for the items added by one statement. */
const LIST_BATCH = { bytes: 512 * 1024, count: 100 };
/** File deletions per run, of up to 1,000 files each. */
const DELETIONS_PER_RUN = 40;
const OWN_FOLDERS = ['article-images/', 'variants/'];

const BUSY = 'Another import, export or restore is running. Wait until it finishes, or cancel it.';

const NAMES: Record<string, string> = {
  check: 'Check the archive',
  wipe: 'Delete existing rows',
  clear: 'Delete existing rows',
  'clear-files': 'Delete existing images',
  begin: 'Categories, tags and authors',
  list: 'List the remaining parts',
  [SAVED_ARTICLES]: 'Articles that readers saved',
  [OPT_OUTS]: 'Addresses that get no newsletter',
};

function linkOf(link: Link): NewItem {
  return { key: `${link.do}-${link.round}`, input: { ...link } };
}
/** The next item of the chain, or `otherwise` at its end. */
function follow({ do: what, round }: Link, next: number | null, otherwise: NewItem): NewItem {
  return next === null ? otherwise : linkOf({ do: what, from: next, round: round + 1 });
}
const FIRST_CHECK: Link = { do: 'check', from: 0, round: 1 };
const BEGIN = linkOf({ do: 'begin', from: 0, round: 1 });

export const firstItem = (replace: boolean): NewItem => (replace ? linkOf(FIRST_CHECK) : BEGIN);

export const restoreJob: JobKind<z.infer<typeof Input>> = {
  kind: 'restore',
  capability: 'transfer',
  needsConfirmation: true,
  input: Input,
  exclusion: () => ({ kinds: ['import', 'export', 'restore'], message: BUSY }),
  hold: (ctx, { fileId }) => lockFileForJob(ctx, fileId),
  async run(ctx, item, { fileId, replace }) {
    const work = Work.parse(item.input);
    if (work.do === 'wipe') return wipe(ctx, item.jobId);
    if (work.do === 'clear-files') return clearFiles(ctx, work.round);
    const source = await openArchive(ctx.files, (await getFile(ctx, fileId)).key);
    if (work.do === 'part') return restorePart(ctx, source, work, item);
    if (work.do === 'files') return restoreFiles(ctx, source, work.entries);
    if (work.do === 'clear') return check(source, FIRST_CHECK);
    if (work.do === 'check') return check(source, work);
    return work.do === 'begin' ? begin(ctx, source, work, replace) : list(source, work);
  },
  async finish(ctx, job, { fileId }, counts) {
    const { rows: begun } = await ctx.db.read(selectBegun(ctx.db.build, job.id));
    if (begun.length > 0) await restoreLast(ctx, fileId, counts.failed === 0);
    await purgeAll(ctx);
    // If the chain failed before the first sections were restored, nothing was restored.
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
 * Reads every row of the archive before anything is deleted, so that damage is found while the site is still
 * intact. Only the last item of this chain starts the deletion.
 */
async function check(source: ByteSource, link: Link): Promise<ItemOutcome> {
  const { parts } = await planRestore(source);
  const entries = parts.flatMap(({ entry, revisions }) => [entry, ...revisions]);
  const { some, next } = takeBatch(entries, link.from, ({ size }) => size, CHECK_BATCH);
  for (const entry of some) await readRows(source, entry);
  return { status: 'done', more: [follow(link, next, { key: 'wipe', input: { do: 'wipe' } })] };
}

/** Deletes rows before files, so that no page refers to a missing file. */
async function wipe(ctx: AppContext, jobId: string): Promise<ItemOutcome> {
  return {
    status: 'done',
    statements: [...keepRows(ctx.db.build, jobId), wipeEverything(ctx.db.build)],
    more: [{ key: 'clear-files-1', input: { do: 'clear-files', round: 1 } }],
    after: () => purgeAll(ctx),
  };
}

async function clearFiles({ files }: AppContext, round: number): Promise<ItemOutcome> {
  let left = DELETIONS_PER_RUN;
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

/**
 * Restores the first sections. Their first batch checks in the same transaction that the site is still empty,
 * or deletes what readers and automations added while images were deleted.
 */
async function begin(
  ctx: AppContext,
  source: ByteSource,
  link: Link,
  replace: boolean,
): Promise<ItemOutcome> {
  const { build } = ctx.db;
  const { manifest, parts } = await planRestore(source);
  const ground = parts.filter(({ section }) => FIRST.includes(section));
  const { some, next } = takeBatch(ground, link.from, ({ entry }) => entry.size, FIRST_BATCH);
  const statements: Statement<unknown>[] = [];
  if (link.from === 0) {
    statements.push(replace ? wipeEverything(build) : refuseUnlessEmpty(build), pauseNewsletter(build));
    if ('search_synonyms' in manifest.counts) statements.push(clearSynonyms(build));
  }
  for (const { section, entry } of some)
    statements.push(...insertAll(ctx, section as TableName, await readRows(source, entry)));
  return {
    status: 'done',
    statements,
    more: [follow(link, next, linkOf({ do: 'list', from: 0, round: 1 }))],
  };
}

/** Adds an item for every remaining part; they run in any order. */
async function list(source: ByteSource, link: Link): Promise<ItemOutcome> {
  const { parts, files, unknownEntries } = await planRestore(source);
  const rest = parts.filter(({ section }) => !FIRST.includes(section) && !LAST.includes(section));
  const items = [...rest.map(toItem), ...toFileItems(files)];
  const { some, next } = takeBatch(items, link.from, lengthOf, LIST_BATCH);
  const isFirst = link.from === 0 && unknownEntries.length > 0;
  return {
    status: 'done',
    reason: isFirst ? `Skipped: ${unknownEntries.slice(0, 5).join(', ')}` : undefined,
    more: next === null ? some : [...some, linkOf({ do: 'list', from: next, round: link.round + 1 })],
  };
}

const lengthOf = (item: NewItem) => JSON.stringify(item).length;

async function restoreLast(ctx: AppContext, fileId: string, isComplete: boolean): Promise<void> {
  const source = await openArchive(ctx.files, (await getFile(ctx, fileId)).key);
  const { manifest, parts } = await planRestore(source);
  if (manifest.siteUrl !== ctx.config.siteUrl) await ctx.db.write(removeIndexNowKey(ctx.db.build));
  for (const { section, entry } of parts.filter((part) => LAST.includes(part.section)))
    await ctx.db.write(...insertAll(ctx, section as TableName, await readRows(source, entry)));
  await ctx.db.write(...returnSavedArticles(ctx.db.build), ...applyOptOuts(ctx.db.build, isComplete));
}

function toItem({ entry, revisions }: Omit<ArchiveSection, 'section'>): NewItem {
  const plain = (one: ZipEntry) => ({ ...one });
  return { key: entry.name, input: { do: 'part', entry: plain(entry), revisions: revisions.map(plain) } };
}

async function restorePart(
  ctx: AppContext,
  source: ByteSource,
  { entry, revisions }: Extract<Work, { do: 'part' }>,
  item: ClaimedItem,
): Promise<ItemOutcome> {
  const facts = readPartName(entry.name);
  if (!facts) return { status: 'skipped', reason: `${item.key} is not part of an archive` };
  const rows = await readRows(source, entry);
  const result = { rows: rows.length };
  const { section } = facts;
  if (section === REVISIONS)
    return { status: 'done', result, statements: insertAll(ctx, 'article_revisions', rows) };
  if (section === 'articles') {
    return {
      status: 'done',
      result,
      statements: insertArchivedArticles(ctx, rows),
      // Added here, so that revisions follow their articles.
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
  const statements = insertAll(ctx, section, rows);
  // With the leads, because the job may be canceled before it finishes.
  if (section === 'leads') statements.push(...applyOptOuts(ctx.db.build, false));
  if (section === 'settings') {
    const event = { event: 'settings_updated', actorId: item.createdBy, subject: 'settings' };
    statements.push(auditLine(ctx, { ...event, details: { cause: 'restore' } }));
  }
  return { status: 'done', result, statements };
}

async function purgeAll({ pageCache }: Pick<AppContext, 'pageCache'>): Promise<void> {
  await pageCache.purge(WHOLE_SITE);
}
