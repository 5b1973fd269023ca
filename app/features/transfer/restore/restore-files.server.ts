// Restores the images of an archive.
import type { ItemOutcome, NewItem } from '~/features/jobs/job-kind';
import { listVariantKeys } from '~/features/media/image-variants';
import type { ByteSource } from '~/lib/zip/read-zip';
import { readEntry } from '~/lib/zip/read-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import type { AppContext } from '~/platform/context';
import { readFileName } from '../export/manifest';
import { MAX_ARCHIVED_FILE_BYTES, withReadableErrors } from './read-archive.server';

/** Limits for the images of one item. */
const FILES_PER_ITEM = 20;
const BYTES_PER_ITEM = 24 * 1024 * 1024;

export function toFileItems(files: readonly ZipEntry[]): NewItem[] {
  const groups: ZipEntry[][] = [];
  let bytes = 0;
  for (const entry of files) {
    const group = groups.at(-1);
    bytes += entry.size;
    if (!group || group.length >= FILES_PER_ITEM || bytes > BYTES_PER_ITEM) {
      groups.push([entry]);
      bytes = entry.size;
    } else group.push(entry);
  }
  return groups.map((group, i) => ({
    key: `pictures-${i + 1}`,
    input: { do: 'files', entries: group.map((entry) => ({ ...entry })) },
  }));
}

/** Idempotent. Deletes existing resized copies, which may have been made from other originals. */
export async function restoreFiles(
  { files }: AppContext,
  source: ByteSource,
  entries: readonly ZipEntry[],
): Promise<ItemOutcome> {
  const copies: string[] = [];
  for (const entry of entries) {
    const known = readFileName(entry.name);
    if (!known) continue;
    const bytes = await withReadableErrors(() => readEntry(source, entry, MAX_ARCHIVED_FILE_BYTES));
    await files.put(known.key, bytes, known.contentType);
    copies.push(...listVariantKeys(known.key));
  }
  await files.delete(copies);
  return { status: 'done', result: { files: entries.length } };
}
