// One run of an export: writes rows and images until its budget is used, and saves its position.
import type { AppContext } from '~/platform/context';
import { type Line, selectLines, selectRevisionLines } from './archive-repo.server';
import type { ArchiveWriter } from './archive-writer.server';
import { MEDIA_FOLDER, partName, REVISIONS, revisionsName, SECTIONS, type Section } from './manifest';

type Reading = Pick<AppContext, 'db' | 'files'>;

/** The public folder of the file store. Resized copies are not exported: they can be made again. */
const IMAGES = 'article-images/';

/** Bytes after which a part of rows ends. */
const PART_TARGET_BYTES = 1024 * 1024;
const MAX_LINES = 2_000;
/** Lower, because restoring an article also updates its search index. */
const MAX_ARTICLES = 100;

export interface Budget {
  /** Bytes of the archive. */
  bytes: number;
  /** Files, with rows or images. */
  files: number;
}

/** @returns true when everything except the manifest is written */
export async function writeSome(ctx: Reading, writer: ArchiveWriter, budget: Budget): Promise<boolean> {
  const { state } = writer;
  const end = state.offset + budget.bytes;
  const mostEntries = state.entries.length + budget.files;
  while (state.offset < end && state.entries.length < mostEntries) {
    const section = SECTIONS[state.cursor.section];
    if (state.cursor.revisions) await writeRevisions(ctx, writer);
    else if (section) await writePart(ctx, writer, section);
    else if (!(await writeImages(ctx, writer, end, mostEntries))) return true;
  }
  return false;
}

async function writePart(ctx: Reading, writer: ArchiveWriter, section: Section): Promise<void> {
  const { cursor, counts } = writer.state;
  const isOfArticles = section === 'articles';
  const { db } = ctx;
  const read = (after: string | null) => db.read(selectLines(db.build, section, after));
  const lines = await gather(read, cursor.after, isOfArticles ? MAX_ARTICLES : MAX_LINES);
  const last = lines.at(-1)?.key;
  if (last === undefined) {
    counts[section] ??= 0;
    Object.assign(cursor, { section: cursor.section + 1, part: 1, after: null });
    return;
  }
  await writer.add(partName(section, cursor.part), toBytes(lines), true);
  counts[section] = (counts[section] ?? 0) + lines.length;
  if (isOfArticles) {
    cursor.revisions = { articlesPart: cursor.part, after: cursor.after, last, part: 1, afterRevision: '0' };
  }
  cursor.after = last;
  cursor.part += 1;
}

async function writeRevisions(ctx: Reading, writer: ArchiveWriter): Promise<void> {
  const { cursor, counts } = writer.state;
  const range = cursor.revisions;
  if (!range) return;
  const { db } = ctx;
  const read = (after: string | null) =>
    db.read(selectRevisionLines(db.build, { ...range, afterRevision: after ?? '0' }));
  const lines = await gather(read, range.afterRevision, MAX_LINES);
  const last = lines.at(-1)?.key;
  if (last === undefined) {
    cursor.revisions = null;
    return;
  }
  await writer.add(revisionsName(range.articlesPart, range.part), toBytes(lines), true);
  counts[REVISIONS] = (counts[REVISIONS] ?? 0) + lines.length;
  range.part += 1;
  range.afterRevision = last;
}

/** @returns false when no images are left */
async function writeImages(
  { files }: Reading,
  writer: ArchiveWriter,
  end: number,
  mostEntries: number,
): Promise<boolean> {
  const { state } = writer;
  const listed = await files.list(IMAGES, state.cursor.after ?? IMAGES);
  for (const { key } of listed) {
    if (state.offset >= end || state.entries.length >= mostEntries) break;
    const found = await files.find(key);
    // Deleted since it was listed. Its row may be in the archive without a file, as on the site.
    if (found) {
      const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
      await writer.add(MEDIA_FOLDER + key, bytes, false);
      state.files += 1;
      state.fileBytes += bytes.length;
    }
    state.cursor.after = key;
  }
  return listed.length > 0;
}

async function gather(
  read: (after: string | null) => Promise<{ rows: Line[] }>,
  from: string | null,
  most: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  let length = 0;
  let after = from;
  while (length < PART_TARGET_BYTES && lines.length < most) {
    const { rows } = await read(after);
    if (rows.length === 0) break;
    for (const row of rows) length += row.line.length;
    lines.push(...rows);
    after = rows.at(-1)?.key ?? null;
  }
  return lines;
}

const toBytes = (lines: readonly Line[]) =>
  new TextEncoder().encode(lines.map(({ line }) => `${line}\n`).join(''));
