// Downloads images of the old site into the file store, each only once.
import { ImageUnreachableError, storeImageFromAddress } from '~/features/media/fetch-image.server';
import { listMediaNames } from '~/features/media/media-library.server';
import { InvalidError, UnavailableError } from '~/lib/errors';
import { pause } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';
import { claimImage, forgetImage, selectImported, settleImage } from './imports-repo.server';

/** Images downloaded per run; each can be slow. */
export const IMAGES_PER_RUN = 8;
const MAX_URL_LENGTH = 1_000;
/** Polls for another run's download: 30 s at POLL_INTERVAL_MS. */
const MAX_POLLS = 60;

export interface FetchedImages {
  /** Old URL -> stored path. */
  here: Map<string, string>;
  /** Old URL -> why it could not be downloaded. */
  failed: Map<string, string>;
  /** More images are left for the next run. */
  isCut: boolean;
}

/** The job that downloads. */
export interface ImageRun {
  jobId: string;
  source: string;
  actorId: string | null;
  /** Images that are temporarily unavailable are left out, because the item is not tried again. */
  isLastAttempt: boolean;
}

/** @throws UnavailableError, also if an image is temporarily unavailable */
export async function fetchImages(
  ctx: AppContext,
  run: ImageRun,
  addresses: readonly string[],
): Promise<FetchedImages> {
  const wanted = [...new Set(addresses)];
  const asked = wanted.filter((address) => address.length <= MAX_URL_LENGTH);
  const found: FetchedImages = { here: new Map(), failed: new Map(), isCut: false };
  for (const address of wanted)
    if (address.length > MAX_URL_LENGTH) found.failed.set(address, 'Its URL is too long.');
  for (const [address, note] of await readNotes(ctx, run, asked)) remember(found, address, note);
  const missing = asked.filter((address) => !found.here.has(address) && !found.failed.has(address));
  for (const address of missing.slice(0, IMAGES_PER_RUN)) {
    remember(found, address, await fetchOnce(ctx, run, address));
  }
  found.isCut = missing.length > IMAGES_PER_RUN;
  return found;
}

/**
 * Returns the notes of images by URL. Forgets images that were deleted from the library, and images that were temporarily
 * unavailable for an earlier job.
 */
async function readNotes(
  ctx: AppContext,
  { source, jobId }: ImageRun,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const { db } = ctx;
  if (addresses.length === 0) return new Map();
  const rows = await db.read(selectImported(db.build, source, ['picture'], addresses));
  const notes = new Map(rows.flatMap(({ sourceId, note }) => (note ? [[sourceId, note] as const] : [])));
  const names = await listMediaNames(ctx, [...notes.values()].filter(isPath));
  const isStale = (note: string) =>
    isPath(note) ? !names.has(note) : note.startsWith('?') && !note.startsWith(`?${jobId} `);
  const stale = [...notes].filter(([, note]) => isStale(note));
  if (stale.length > 0)
    await db.write(...stale.map(([address, note]) => forgetImage(db.build, source, address, note)));
  for (const [address] of stale) notes.delete(address);
  return notes;
}

const isPath = (note: string) => note.startsWith('/');

/**
 * An image's note is its stored path, or the reason for the failure: after '!', or, if it is temporary, after '?', the job
 * and a space.
 */
function remember({ here, failed }: FetchedImages, address: string, note: string): void {
  if (isPath(note)) here.set(address, note);
  else failed.set(address, note.replace(/^(?:!|\?\S+ )/, ''));
}

const POLL_INTERVAL_MS = 500;
const NOT_YET = 'An image is being downloaded for another article.';

/** Returns the image's note. If several articles use the image, one item downloads it and the others wait. */
async function fetchOnce(ctx: AppContext, run: ImageRun, address: string): Promise<string> {
  const { db } = ctx;
  const { source } = run;
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { rows } = await db.writeOne(claimImage(db.build, source, address));
    if (rows.length > 0) return fetchClaimed(ctx, run, address);
    const [known] = await db.read(selectImported(db.build, source, ['picture'], [address]));
    if (known?.note) return known.note;
    await pause(POLL_INTERVAL_MS);
  }
  throw new UnavailableError(NOT_YET);
}

async function fetchClaimed(ctx: AppContext, run: ImageRun, address: string): Promise<string> {
  const { db } = ctx;
  const { source } = run;
  try {
    const note = await fetchOne(ctx, run, address);
    await db.write(settleImage(db.build, source, address, note));
    return note;
  } catch (error) {
    await db.write(settleImage(db.build, source, address, null));
    throw error;
  }
}

/** @returns the image's note */
async function fetchOne(
  ctx: AppContext,
  { actorId, jobId, isLastAttempt }: ImageRun,
  address: string,
): Promise<string> {
  const uploader = actorId === null ? null : { userId: actorId, isJob: true as const };
  try {
    const url = await storeImageFromAddress(ctx, uploader, address, { folder: 'articles', before: null });
    if (!url.startsWith('/media/')) return '!Its URL is on this site or on a blocked host.';
    return (await listMediaNames(ctx, [url])).has(url) ? url : '!This image is not in the library.';
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    if (!(error instanceof ImageUnreachableError)) return `!${error.message}`;
    if (isLastAttempt) return `?${jobId} ${error.message}`;
    throw new UnavailableError(error.message, { cause: error });
  }
}
