// Bringing another site in, as a job: a look through the file first, then what its editor chose, post by post.
import { z } from 'zod';
import { purgeNew } from '~/features/articles/import-article.server';
import type { ClaimedItem, ItemOutcome, JobKind, Json, NewItem } from '~/features/jobs/job-kind';
import { purgeNewPages } from '~/features/pages/import-page.server';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { TRANSFER_SCREEN } from '~/features/transfer/transfer-file';
import { getFile, holdFile } from '~/features/transfer/transfer-files.server';
import { InvalidError, isDomainError, UnavailableError } from '~/lib/errors';
import { oneAtATime } from '~/lib/one-at-a-time';
import type { AppContext, Statement } from '~/platform/context';
import { readGhostPost } from './ghost/ghost-post';
import { ImportChoices } from './import-choices';
import { type ImportedPost, type ImportRun, importPost } from './import-post.server';
import { addToReport, emptyReport, PostReport } from './import-report';
import { lookThrough, prepareTerms, readPlaces, readSurvey } from './import-steps.server';
import { selectImported, selectResults, withoutEvents } from './imports-repo.server';
import { type PostPlace, type SourcePost, type Survey, sourceName } from './source-post';
import { readWxrPost } from './wordpress/wxr-post';

const Input = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('look'), fileId: z.uuid() }),
  z.object({ mode: z.literal('bring'), fileId: z.uuid(), choices: ImportChoices }),
]);

const Work = z.object({ places: z.array(z.custom<PostPlace>()), round: z.number().default(1) });

/** Of a chain: where this link goes on. */
const Link = z.object({ from: z.number().default(0) });

/** Of one item. */
const TERMS_AT_ONCE = 200;
const GROUPS_AT_ONCE = 200;
const POSTS_AT_ONCE = 10;
const BYTES_AT_ONCE = 512 * 1024;
/** Several items are worked on side by side; of posts longer than this, only one. */
const LONG_BYTES = 1024 * 1024;
const inTurn = oneAtATime();

export const BUSY = 'Another import or restore is running: wait for its end, or cancel it.';

export const importJob: JobKind<z.infer<typeof Input>> = {
  kind: 'import',
  capability: 'transfer',
  input: Input,
  // A look changes nothing.
  apart: ({ mode }) => (mode === 'bring' ? { kinds: ['import', 'restore'], sentence: BUSY } : null),
  hold: (ctx, { fileId }) => holdFile(ctx, fileId),
  async run(ctx, item, input) {
    const file = await getFile(ctx, input.fileId);
    if (input.mode === 'look') return lookThrough(ctx, file);
    const survey = await readSurvey(ctx, file.id);
    const run = toRun(survey, input.choices, item.createdBy);
    if (isBeginning(item.key)) return begin(ctx, run, survey, item);
    if (isListing(item.key)) return listPosts(ctx, file.id, item);
    return bringPosts(ctx, run, survey, file.key, item);
  },
  async finish({ db }, job, { mode }) {
    if (mode === 'look') return;
    const report = emptyReport();
    for (let after = 0; ; ) {
      const rows = await db.read(selectResults(db.build, job.id, after));
      for (const { result } of rows) {
        for (const post of z.array(PostReport).catch([]).parse(result)) addToReport(report, post);
      }
      const last = rows.at(-1);
      if (!last) return report as unknown as Json;
      after = last.id;
    }
  },
  show: ({ key }) => ({ label: nameOf(key) }),
  screen: () => TRANSFER_SCREEN,
};

const isBeginning = (key: string) => /^begin(?:-\d+)?$/.test(key);
const isListing = (key: string) => /^list-\d+$/.test(key);

function nameOf(key: string): string {
  if (key === 'look') return 'Look through the file';
  if (isListing(key)) return 'List of the posts';
  return isBeginning(key) ? 'Categories and tags' : key.replace(/^post-/, 'Posts from ');
}

function toRun(survey: Survey, choices: ImportChoices, actorId: string | null): ImportRun {
  return {
    source: sourceName(survey),
    site: { writtenUrl: survey.siteUrl, url: choices.siteUrl },
    choices,
    termNames: Object.fromEntries(survey.terms.map(({ id, name }) => [id, name])),
    siteName: survey.siteName,
    actorId,
  };
}

/** Categories and tags, so many at once; behind the last of them the posts, which need all of them. */
async function begin(
  ctx: AppContext,
  run: ImportRun,
  { terms }: Survey,
  item: ClaimedItem,
): Promise<ItemOutcome> {
  const { from } = Link.parse(item.input);
  const next = from + TERMS_AT_ONCE;
  return {
    status: 'done',
    statements: prepareTerms(ctx, run, terms.slice(from, next)),
    more: [next < terms.length ? { key: `begin-${next}`, input: { from: next } } : listFrom(0)],
    after: () => ctx.pages.purge([CHROME_TAG]),
  };
}

const listFrom = (from: number) => ({ key: `list-${from}`, input: { from } });

/** The next share of the items for posts: those of a whole archive at once are more than a statement may take. */
async function listPosts(ctx: AppContext, fileId: string, item: ClaimedItem): Promise<ItemOutcome> {
  const { from } = Link.parse(item.input);
  const groups = toGroups(await readPlaces(ctx, fileId));
  const next = from + GROUPS_AT_ONCE;
  const more: NewItem[] = groups.slice(from, next).map((group) => toItem(group, 1));
  if (next < groups.length) more.push(listFrom(next));
  return { status: 'done', more };
}

/** Those without pictures together; each that has to fetch some, and each long one, alone. */
function toGroups(places: readonly PostPlace[]): PostPlace[][] {
  const groups: PostPlace[][] = [];
  let open: PostPlace[] = [];
  let bytes = 0;
  for (const place of places) {
    const length = place.to - place.from;
    if (place.pictures > 0 || length > BYTES_AT_ONCE) groups.push([place]);
    else {
      if (open.length === 0 || open.length >= POSTS_AT_ONCE || bytes + length > BYTES_AT_ONCE) {
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
  const key = `post-${places[0]?.sourceId ?? ''}${round > 1 ? `-${round}` : ''}`;
  return { key, input: { places, round } as unknown as Json };
}

async function bringPosts(
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
  const reports: PostReport[] = [];
  const statements: Statement<unknown>[] = [withoutEvents(db.build)];
  for (const place of places) {
    const known = before.find(({ sourceId, kind }) => sourceId === place.sourceId && kind === place.kind);
    if (known) {
      reports.push({ ...nothingOf(place), id: known.targetId, outcome: 'already' });
      continue;
    }
    const outcome = await bringPost(ctx, run, survey, fileKey, place);
    if (outcome === null) {
      // More pictures than one run fetches: the next run goes on where this one stopped.
      const rest = toItem(places, round + 1);
      return { status: 'skipped', reason: 'There are more pictures to fetch.', more: [rest] };
    }
    reports.push(outcome.report);
    statements.push(...outcome.statements);
  }
  const made = reports.filter(({ outcome }) => outcome === 'imported');
  const articles = made.flatMap(({ kind, id }) => (kind === 'article' && id ? [id] : []));
  return {
    status: made.length > 0 ? 'done' : 'skipped',
    ...(made.length === 0 && { reason: reports.flatMap(({ notes }) => notes)[0] ?? 'Brought in before.' }),
    result: reports as unknown as Json,
    statements,
    after: async () => {
      await purgeNew(ctx, articles);
      if (made.length > articles.length) await purgeNewPages(ctx);
    },
  };
}

function nothingOf({ kind }: PostPlace): PostReport {
  return { kind, title: '', id: null, outcome: 'refused', notes: [], pictures: 0, redirect: false };
}

async function bringPost(
  ctx: AppContext,
  run: ImportRun,
  survey: Survey,
  fileKey: string,
  place: PostPlace,
): Promise<ImportedPost | null> {
  let title = '';
  try {
    const bring = async () => {
      const bytes = await ctx.files.readPart(fileKey, place.from, place.to - place.from);
      if (!bytes) throw new InvalidError('The file is not there any more: upload it again.');
      const post = readPost(survey, run, bytes, place);
      title = post.title;
      return importPost(ctx, run, post);
    };
    return await (place.to - place.from > LONG_BYTES ? inTurn(bring) : bring());
  } catch (error) {
    // One that cannot be brought in holds up none of the others.
    if (!isDomainError(error) || error instanceof UnavailableError) throw error;
    const report = {
      ...nothingOf(place),
      title: title || 'Untitled',
      notes: [`Not brought in: ${error.message}`],
    };
    return { report, statements: [] };
  }
}

function readPost(survey: Survey, { site }: ImportRun, bytes: Uint8Array, place: PostPlace): SourcePost {
  return survey.product === 'wordpress' ? readWxrPost(bytes, place) : readGhostPost(bytes, place, site.url);
}
