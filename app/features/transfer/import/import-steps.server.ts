// The steps of an import before its posts: analyzing the file, and creating categories and tags.

import type { ItemOutcome } from '~/features/jobs/job-kind';
import { InvalidError } from '~/lib/errors';
import { readOwnJson } from '~/lib/own-json';
import { toSlug } from '~/lib/slug';
import { cutText } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import type { TransferFile } from '../files/transfer-file';
import { changeFile, sidecarKey } from '../files/transfer-files.server';
import { surveyGhost } from './ghost/survey-ghost.server';
import type { ImportRun } from './import-post.server';
import {
  countTakenSlugs,
  deleteTermMappings,
  insertTerm,
  insertTermTarget,
  selectBios,
  selectImported,
} from './imports-repo.server';
import {
  type PostPlace,
  type Survey,
  type SurveyedFile,
  sourceName,
  TERM_DESCRIPTION_LIMIT,
  toTermName,
} from './source-post';
import { surveyWxr } from './wordpress/survey-wxr.server';

const GONE = 'The file no longer exists. Upload it again.';
const NOT_ANALYZED = 'The file has not been analyzed yet.';
const ROWS_PER_QUERY = 500;

/**
 * Post offsets are stored separately: there is one per post, and only the first item of an import needs them.
 */
const surveyKey = (fileId: string) => sidecarKey(fileId, 'look.json');
const placesKey = (fileId: string) => sidecarKey(fileId, 'places.json');

/** Reads the whole file once. Stores the totals in the file's row and the post offsets next to the file. */
export async function analyzeFile(
  ctx: AppContext,
  { id, key, format }: Pick<TransferFile, 'id' | 'key' | 'format'>,
): Promise<ItemOutcome> {
  const stored = await ctx.files.find(key);
  if (!stored) throw new InvalidError(GONE);
  const chunks = chunksOf(stored.body);
  const found = format === 'ghost' ? await surveyGhost(chunks) : await surveyWxr(chunks);
  await keepJson(ctx, placesKey(id), found.places);
  await keepJson(ctx, surveyKey(id), found.survey);
  // The page does not show bios.
  const authors = found.survey.authors.map(({ bio: _, ...author }) => author);
  const contents = { ...found.survey, authors, ...(await findClashes(ctx, found)) };
  return { status: 'done', statements: [changeFile(ctx, id, { contents })] };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

export interface Clashes {
  /** Number of posts whose slug is taken. A number is appended to it. */
  takenSlugs: number;
  /** Posts that were imported earlier and stay unchanged. */
  already: number;
}

async function findClashes(
  { db }: Pick<AppContext, 'db'>,
  { survey, places }: SurveyedFile,
): Promise<Clashes> {
  const clashes: Clashes = { takenSlugs: 0, already: 0 };
  const source = sourceName(survey);
  for (let from = 0; from < places.length; from += ROWS_PER_QUERY) {
    const some = places.slice(from, from + ROWS_PER_QUERY);
    const ids = some.map(({ sourceId }) => sourceId);
    const before = await db.read(selectImported(db.build, source, ['article', 'page'], ids));
    clashes.already += before.length;
    const known = new Set(before.map(({ sourceId }) => sourceId));
    const fresh = some.filter(({ sourceId, slug }) => slug !== '' && !known.has(sourceId));
    for (const kind of ['article', 'page'] as const) {
      const slugs = fresh.filter((place) => place.kind === kind).map(({ slug }: PostPlace) => slug);
      if (slugs.length === 0) continue;
      const [taken] = await db.read(countTakenSlugs(db.build, kind, slugs));
      clashes.takenSlugs += taken?.total ?? 0;
    }
  }
  return clashes;
}

const keepJson = ({ files }: Pick<AppContext, 'files'>, key: string, value: unknown) =>
  files.put(key, new TextEncoder().encode(JSON.stringify(value)), 'application/json');

/** @throws InvalidError when the file has not been analyzed yet */
export const readSurvey = (ctx: Pick<AppContext, 'files'>, fileId: string) =>
  readJson<Survey>(ctx, surveyKey(fileId));

/** Locations of all posts. @throws InvalidError when the file has not been analyzed yet */
export const readPlaces = (ctx: Pick<AppContext, 'files'>, fileId: string) =>
  readJson<PostPlace[]>(ctx, placesKey(fileId));

async function readJson<T>({ files }: Pick<AppContext, 'files'>, key: string): Promise<T> {
  const stored = await files.find(key);
  if (!stored) throw new InvalidError(NOT_ANALYZED);
  // Written by this code from validated data.
  return readOwnJson<T>(new Response(stored.body));
}

/** Creates the chosen categories and tags, and records what each imported term maps to. */
export function prepareTerms(
  { db }: Pick<AppContext, 'db'>,
  { source, choices }: ImportRun,
  terms: Survey['terms'],
): Statement<unknown>[] {
  const made = terms.flatMap((term): Statement<unknown>[] => {
    const choice = choices.terms[term.id] ?? 'none';
    if (choice === 'none') return [];
    const kind = choice.startsWith('category:') ? 'category' : 'tag';
    const id = choice.slice(kind.length + 1);
    if (id !== 'new') return [insertTermTarget(db.build, source, kind, term.id, { id })];
    const name = toTermName(term.name);
    if (name === '') return [];
    const wanted = {
      name,
      slug: toSlug(term.slug) || toSlug(name),
      description: cutText(term.description, 0, TERM_DESCRIPTION_LIMIT),
    };
    return [insertTerm(db.build, kind, wanted), insertTermTarget(db.build, source, kind, term.id, { name })];
  });
  const ids = terms.map(({ id }) => id);
  return ids.length > 0 ? [deleteTermMappings(db.build, source, ids), ...made] : [];
}

/** Notes on bios that the imported authors do not have here. Read after the import, which creates missing authors. */
export async function noteBios(
  { db }: Pick<AppContext, 'db'>,
  authors: Survey['authors'],
  names: Readonly<Record<string, string>>,
): Promise<string[]> {
  const bios = authors.flatMap(({ id, count, bio }) => {
    const [name, text] = [names[id], (bio ?? '').replace(/\s+/g, ' ').trim()];
    return name && text && count > 0 ? [{ name, text }] : [];
  });
  const here = new Map<string, string>();
  const wanted = [...new Set(bios.map(({ name }) => name))];
  for (let from = 0; from < wanted.length; from += ROWS_PER_QUERY)
    for (const { name, bio } of await db.read(
      selectBios(db.build, wanted.slice(from, from + ROWS_PER_QUERY)),
    ))
      here.set(name, bio);
  return bios.flatMap(({ name, text }) => {
    const bio = here.get(name);
    if (bio === text) return [];
    const what = `The bio of “${name}” was`;
    if (bio === undefined)
      return [`${what} left out, because no imported article is by this author: “${text}”`];
    if (bio && text.startsWith(bio)) return [`${what} shortened: “${text}”`];
    return [`${what} left out, because the author exists here: “${text}”`];
  });
}
