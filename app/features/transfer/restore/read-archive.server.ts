// Reads an uploaded archive and validates its directory, manifest and rows.
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
} from '../export/manifest';

const NO_ARCHIVE = 'This is not a site archive made by this software.';
const TOO_NEW = 'This archive was made by a newer version of this software. Update this site first.';
const GONE = 'The file no longer exists. Upload it again.';

const MAX_MANIFEST_BYTES = 1024 * 1024;
/** Uncompressed bytes of rows. */
export const MAX_PART_BYTES = 32 * 1024 * 1024;
/** Larger than any uploaded image. */
export const MAX_ARCHIVED_FILE_BYTES = 32 * 1024 * 1024;

export interface ArchiveSection {
  section: Section;
  entry: ZipEntry;
  /** Revisions of the articles in this part. */
  revisions: ZipEntry[];
}

export interface ArchivePlan {
  manifest: Manifest;
  parts: ArchiveSection[];
  files: ZipEntry[];
  /** Names of unknown entries, which are skipped. */
  unknownEntries: string[];
}

/** @throws InvalidError when the file is missing */
export async function openArchive(files: FileStore, key: string): Promise<ByteSource> {
  const size = await files.measure(key);
  if (size === null) throw new InvalidError(GONE);
  return {
    size,
    async read(offset, length) {
      const bytes = await files.readPart(key, offset, length);
      if (bytes?.length !== length) throw new BrokenZipError('It is incomplete');
      return bytes;
    },
  };
}

/** @throws InvalidError for an archive that is damaged or not from this software */
export async function planRestore(source: ByteSource): Promise<ArchivePlan> {
  return withReadableErrors(async () => {
    const entries = await readDirectory(source);
    const manifest = await readManifest(source, entries);
    const plan: ArchivePlan = { manifest, parts: [], files: [], unknownEntries: [] };
    const articles = new Map<number, ArchiveSection>();
    const revisions: { part: number; entry: ZipEntry }[] = [];
    for (const entry of entries) {
      const part = readPartName(entry.name);
      if (part?.section === REVISIONS) revisions.push({ part: part.part, entry });
      else if (part) {
        const found: ArchiveSection = { section: part.section, entry, revisions: [] };
        plan.parts.push(found);
        if (part.section === 'articles') articles.set(part.part, found);
      } else if (readFileName(entry.name)) plan.files.push(entry);
      else if (!/^(manifest\.json|README\.txt)$|\/$/.test(entry.name)) plan.unknownEntries.push(entry.name);
    }
    for (const { part, entry } of revisions) articles.get(part)?.revisions.push(entry);
    return plan;
  });
}

async function readManifest(source: ByteSource, entries: readonly ZipEntry[]): Promise<Manifest> {
  const entry = entries.find(({ name }) => name === MANIFEST_NAME);
  if (!entry) throw new InvalidError(NO_ARCHIVE);
  const text = new TextDecoder().decode(await readEntry(source, entry, MAX_MANIFEST_BYTES));
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InvalidError(NO_ARCHIVE);
  }
  const manifest = Manifest.safeParse(parsed);
  if (!manifest.success || manifest.data.format !== ARCHIVE_FORMAT) throw new InvalidError(NO_ARCHIVE);
  if (manifest.data.version > ARCHIVE_VERSION) throw new InvalidError(TOO_NEW);
  return manifest.data;
}

/** Runs code that reads an archive and turns ZIP errors into readable messages. @throws InvalidError */
export async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrokenZipError)) throw error;
    throw new InvalidError(`The archive is damaged. ${error.message}.`);
  }
}
