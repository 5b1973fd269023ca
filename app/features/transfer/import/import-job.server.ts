// The import job: analyzes the file first, then imports posts according to the editor's choices.

import { z } from 'zod';
import { purgeImportedArticles } from '~/features/articles/bulk/import-article.server';
import { SITE_LAYOUT_TAG } from '~/features/cache-tags/cache-tags';
import { MAX_ATTEMPTS } from '~/features/jobs/attempts';
import type { ClaimedItem, ItemOutcome, JobKind, NewItem } from '~/features/jobs/job-kind';
import { purgeImportedPages } from '~/features/pages/import-page.server';
import { disableChangeEvents } from '~/features/webhooks/outbound/deliveries.server';
import { InvalidError, isDomainError, isTransient } from '~/lib/errors';
import { oneAtATime } from '~/lib/time/within-time';
import type { AppContext, Statement } from '~/platform/context';
import { TRANSFER_SCREEN } from '../files/transfer-file';
import { getFile, lockFileForJob } from '../files/transfer-files.server';
import { readGhostPost } from './ghost/ghost-post';
import { ImportChoices } from './import-choices';
import { type ImportedPost, type ImportRun, importPost } from './import-post.server';
import { addToReport, emptyReport, listNotes, type PostReport } from './import-report';
import { readReports } from './import-results.server';
import { analyzeFile, noteBios, prepareTerms, readPlaces, readSurvey } from './import-steps.server';
import { selectImported, selectTitlesOf } from './imports-repo.server';
import { type PostPlace, type SourcePost, type Survey, sourceName, toTermName } from './source-post';
import { noteDescriptions } from './tally';
import { readWxrPost } from './wordpress/wxr-post';

const Input = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('look'), fileId: z.uuid() }),
  z.object({ mode: z.literal('bring'), fileId: z.uuid(), choices: ImportChoices }),
]);

const Work = z.object({ places: z.array(z.custom<PostPlace>()), round: z.number().default(1) });

/** Input of a chained item: where it continues. */
const Link = z.object({ from: z.number().default(0) });

/** Limits per item. */
const TERMS_PER_ITEM = 200;
const GROUPS_PER_ITEM = 200;
const POSTS_PER_ITEM = 10;
const BYTES_PER_ITEM = 512 * 1024;
/** Items run concurrently, but only one post longer than this at a time, to limit memory. */
const LONG_BYTES = 1024 * 1024;
const inTurn = oneAtATime();

export const BUSY = 'Another import or restore is running. Wait until it finishes, or cancel it.';

export const importJob: JobKind<z.infer<typeof Input>> = {
  kind: 'import',
  capability: 'transfer',
  input: Input,
  // Analyzing changes nothing, so it can run next to other jobs.
  exclusion: ({ mode }) => (mode === 'bring' ? { kinds: ['import', 'restore'], message: BUSY } : null),
  hold: (ctx, { fileId }) => lockFileForJob(ctx, fileId),
  async run(ctx, item, input) {
    const file = await getFile(ctx, input.fileId);
    if (input.mode === 'look') return analyzeFile(ctx, file);
    const survey = await readSurvey(ctx, file.id);
    const run = toRun(ctx, survey, input.choices, file.id, item);
    if (isBeginning(item.key)) return begin(ctx, run, survey, item);
    if (isListing(item.key)) return listPosts(ctx, file.id, item);
    return importPosts(ctx, run, survey, file.key, item);
  },
  async finish(ctx, job, input) {
    if (input.mode === 'look') return;
    const report = emptyReport();
    const { terms, authors } = await readSurvey(ctx, input.fileId);
    report.notes = listNotes([
      ...noteDescriptions(terms, input.choices.terms),
      ...(await noteBios(ctx, authors, input.choices.authors)),
    ]);
    for await (const posts of readReports(ctx, job.id)) for (const post of posts) addToReport(report, post);
    return report;
  },
  show: ({ key }) => ({ label: nameOf(key) }),
  screen: () => TRANSFER_SCREEN,
};

const isBeginning = (key: string) => /^begin(?:-\d+)?$/.test(key);
const isListing = (key: string) => /^list-\d+$/.test(key);

function nameOf(key: string): string {
  if (key === 'look') return 'Analyze the file';
  if (isListing(key)) return 'List of posts';
  return isBeginning(key) ? 'Categories and tags' : key.replace(/^(?:post|round-\d+)-/, 'Posts from ');
}

function toRun(
  ctx: AppContext,
  survey: Survey,
  choices: ImportChoices,
  fileId: string,
  { jobId, createdBy, attempt }: ClaimedItem,
): ImportRun {
  let places: Promise<PostPlace[]> | undefined;
  return {
    jobId,
    places: () => {
      places ??= readPlaces(ctx, fileId);
      return places;
    },
    source: sourceName(survey),
    site: { writtenUrl: survey.siteUrl, url: choices.siteUrl },
    choices,
    termNames: Object.fromEntries(survey.terms.map(({ id, name }) => [id, toTermName(name)])),
    bios: Object.fromEntries(survey.authors.map(({ id, bio = '' }) => [id, bio])),
    siteName: survey.siteName,
    actorId: createdBy,
    isLastAttempt: attempt >= MAX_ATTEMPTS,
  };
}

/** Creates categories and tags in batches. The posts need all of them, so they follow the last batch. */
async function begin(
  ctx: AppContext,
  run: ImportRun,
  { terms }: Survey,
  item: ClaimedItem,
): Promise<ItemOutcome> {
  const { from } = Link.parse(item.input);
  const next = from + TERMS_PER_ITEM;
  return {
    status: 'done',
    statements: prepareTerms(ctx, run, terms.slice(from, next)),
    more: [next < terms.length ? { key: `begin-${next}`, input: { from: next } } : listFrom(0)],
    after: () => ctx.pageCache.purge([SITE_LAYOUT_TAG]),
  };
}

const listFrom = (from: number) => ({ key: `list-${from}`, input: { from } });

/** Adds the next batch of items for posts: one statement cannot insert all of them. */
async function listPosts(ctx: AppContext, fileId: string, item: ClaimedItem): Promise<ItemOutcome> {
  const { from } = Link.parse(item.input);
  const groups = toGroups(await readPlaces(ctx, fileId));
  const next = from + GROUPS_PER_ITEM;
  const more: NewItem[] = groups.slice(from, next).map((group) => toItem(group, 1));
  if (next < groups.length) more.push(listFrom(next));
  return { status: 'done', more };
}

/** Groups short posts without images; a post with images or a long one gets its own item. */
function toGroups(places: readonly PostPlace[]): PostPlace[][] {
  const groups: PostPlace[][] = [];
  let open: PostPlace[] = [];
  let bytes = 0;
  for (const place of places) {
    const length = place.to - place.from;
    if (place.images > 0 || length > BYTES_PER_ITEM) groups.push([place]);
    else {
      if (open.length === 0 || open.length >= POSTS_PER_ITEM || bytes + length > BYTES_PER_ITEM) {
        open = [];
        bytes = 0;
        groups.push(open);
      }
      open.push(place);
      bytes += length;
    }
  }
  return groups;
}

function toItem(places: readonly PostPlace[], round: number) {
  const first = places[0]?.sourceId ?? '';
  // An id may end like a number: 'launch-2' is not the second round of 'launch'.
  const key = round > 1 ? `round-${round}-${first}` : `post-${first}`;
  return { key, input: { places, round } };
}

async function importPosts(
  ctx: AppContext,
  run: ImportRun,
  survey: Survey,
  fileKey: string,
  item: ClaimedItem,
): Promise<ItemOutcome> {
  const { places, round } = Work.parse(item.input);
  const { db } = ctx;
  const ids = places.map(({ sourceId }) => sourceId);
  const before = await db.read(selectImported(db.build, run.source, ['article', 'page'], ids));
  const titles = await readTitles(ctx, before);
  const reports: PostReport[] = [];
  const statements: Statement<unknown>[] = [disableChangeEvents(ctx)];
  for (const place of places) {
    const known = before.find(({ sourceId, kind }) => sourceId === place.sourceId && kind === place.kind);
    if (known) {
      reports.push(toEarlierReport(place, known.targetId, titles));
      continue;
    }
    const outcome = await importPlace(ctx, run, survey, fileKey, place);
    if (outcome === null) {
      // More images than one run downloads: another item continues here.
      const rest = toItem(places, round + 1);
      return { status: 'skipped', reason: 'More images are left to download.', more: [rest] };
    }
    reports.push(outcome.report);
    statements.push(...outcome.statements);
  }
  const made = reports.filter(({ outcome }) => outcome === 'imported');
  const articles = made.flatMap(({ kind, id }) => (kind === 'article' && id ? [id] : []));
  return {
    status: made.length > 0 ? 'done' : 'skipped',
    ...(made.length === 0 && { reason: reports.flatMap(({ notes }) => notes)[0] ?? 'Already imported.' }),
    result: reports,
    statements,
    // The database names no row, so each post is imported in an item of its own.
    ...(places.length > 1 && {
      ifRejected: {
        status: 'skipped',
        reason: 'The posts are imported one by one, because one of them was rejected.',
        more: places.map((place) => toItem([place], round + 1)),
      },
    }),
    after: async () => {
      await purgeImportedArticles(ctx, articles);
      if (made.length > articles.length) await purgeImportedPages(ctx);
    },
  };
}

async function readTitles(
  { db }: AppContext,
  imported: readonly { kind: string; targetId: string | null }[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const kind of ['article', 'page'] as const) {
    const ids = imported.flatMap((row) => (row.kind === kind && row.targetId ? [row.targetId] : []));
    if (ids.length === 0) continue;
    for (const { id, title } of await db.read(selectTitlesOf(db.build, kind, ids))) titles.set(id, title);
  }
  return titles;
}

/** The report on a post that was imported earlier and stays as it is. */
function toEarlierReport(
  place: PostPlace,
  id: string | null,
  titles: ReadonlyMap<string, string>,
): PostReport {
  const title = id === null ? undefined : titles.get(id);
  const report = { ...emptyPostReport(place), outcome: 'already' } as const;
  return title === undefined
    ? {
        ...report,
        title: place.slug || place.sourceId,
        notes: ['It was imported before, then deleted here.'],
      }
    : { ...report, title, id };
}

function emptyPostReport({ kind }: PostPlace): PostReport {
  return { kind, title: '', id: null, outcome: 'refused', notes: [], images: 0, redirect: false };
}

async function importPlace(
  ctx: AppContext,
  run: ImportRun,
  survey: Survey,
  fileKey: string,
  place: PostPlace,
): Promise<ImportedPost | null> {
  let title = '';
  try {
    const importOne = async () => {
      const bytes = await ctx.files.readPart(fileKey, place.from, place.to - place.from);
      if (!bytes) throw new InvalidError('The file no longer exists. Upload it again.');
      const post = readPost(survey, run, bytes, place);
      title = post.title;
      return importPost(ctx, run, post);
    };
    return await (place.to - place.from > LONG_BYTES ? inTurn(importOne) : importOne());
  } catch (error) {
    // A post that cannot be imported does not block the others.
    if (!isDomainError(error) || isTransient(error)) throw error;
    const report = {
      ...emptyPostReport(place),
      title: title || 'Untitled',
      notes: [`Not imported: ${error.message}`],
    };
    return { report, statements: [] };
  }
}

function readPost(survey: Survey, { site }: ImportRun, bytes: Uint8Array, place: PostPlace): SourcePost {
  return survey.product === 'wordpress' ? readWxrPost(bytes, place) : readGhostPost(bytes, place, site.url);
}
