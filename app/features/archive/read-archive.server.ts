// An uploaded archive as something that can be brought back: judged whole before anything is touched.
import { InvalidError } from '~/lib/errors';
import { BrokenZipError, type ByteSource, readDirectory, readEntry } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { FileStore } from '~/platform/context';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  MANIFEST_NAME,
  Manifest,
  REVISIONS,
  readFileName,
  readPartName,
  type Section,
} from './manifest';

const NO_ARCHIVE = 'This is no archive of a magazine such as this one makes.';
const TOO_NEW = 'This archive was made by a newer version of the magazine: update this one first.';
const GONE = 'The file is not there any more: upload it again.';

const LARGEST_MANIFEST = 1024 * 1024;
/** Of rows, unpacked. */
export const LARGEST_PART = 32 * 1024 * 1024;
/** More than any picture has. */
export const LARGEST_FILE = 32 * 1024 * 1024;

export interface ArchivePart {
  section: Section;
  entry: ZipEntry;
  /** Of its articles. */
  revisions: ZipEntry[];
}

export interface ArchivePlan {
  manifest: Manifest;
  parts: ArchivePart[];
  files: ZipEntry[];
  /** What is in it and cannot be used. */
  strangers: string[];
}

/** @throws InvalidError when it is not there */
export async function openArchive(files: FileStore, key: string): Promise<ByteSource> {
  const size = await files.measure(key);
  if (size === null) throw new InvalidError(GONE);
  return {
    size,
    async read(offset, length) {
      const bytes = await files.readPart(key, offset, length);
      if (bytes?.length !== length) throw new BrokenZipError('It ends too early');
      return bytes;
    },
  };
}

/** @throws InvalidError for what is no archive of ours, or a damaged one */
export async function planRestore(source: ByteSource): Promise<ArchivePlan> {
  return inWords(async () => {
    const entries = await readDirectory(source);
    const manifest = await readManifest(source, entries);
    const plan: ArchivePlan = { manifest, parts: [], files: [], strangers: [] };
    const articles = new Map<number, ArchivePart>();
    const revisions: { part: number; entry: ZipEntry }[] = [];
    for (const entry of entries) {
      const part = readPartName(entry.name);
      if (part?.section === REVISIONS) revisions.push({ part: part.part, entry });
      else if (part) {
        const found: ArchivePart = { section: part.section, entry, revisions: [] };
        plan.parts.push(found);
        if (part.section === 'articles') articles.set(part.part, found);
      } else if (readFileName(entry.name)) plan.files.push(entry);
      else if (!/^(manifest\.json|README\.txt)$|\/$/.test(entry.name)) plan.strangers.push(entry.name);
    }
    for (const { part, entry } of revisions) articles.get(part)?.revisions.push(entry);
    return plan;
  });
}

async function readManifest(source: ByteSource, entries: readonly ZipEntry[]): Promise<Manifest> {
  const entry = entries.find(({ name }) => name === MANIFEST_NAME);
  if (!entry) throw new InvalidError(NO_ARCHIVE);
  const text = new TextDecoder().decode(await readEntry(source, entry, LARGEST_MANIFEST));
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw new InvalidError(NO_ARCHIVE);
  }
  const manifest = Manifest.safeParse(said);
  if (!manifest.success || manifest.data.format !== ARCHIVE_FORMAT) throw new InvalidError(NO_ARCHIVE);
  if (manifest.data.version > ARCHIVE_VERSION) throw new InvalidError(TOO_NEW);
  return manifest.data;
}

/** Runs what reads an archive; what is broken in it is said in a sentence. @throws InvalidError */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrokenZipError)) throw error;
    throw new InvalidError(`The archive is damaged. ${error.message}.`);
  }
}
