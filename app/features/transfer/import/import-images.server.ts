// Downloads images of the old site into the file store, each only once.
import { storeImageFromAddress } from '~/features/media/fetch-image.server';
import { InvalidError, UnavailableError } from '~/lib/errors';
import { pause } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';
import { claimImage, selectImported, settleImage } from './imports-repo.server';

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

/** @throws UnavailableError */
export async function fetchImages(
  ctx: AppContext,
  actorId: string | null,
  source: string,
  addresses: readonly string[],
): Promise<FetchedImages> {
  const { db } = ctx;
  const wanted = [...new Set(addresses)];
  const asked = wanted.filter((address) => address.length <= MAX_URL_LENGTH);
  const known = asked.length > 0 ? await db.read(selectImported(db.build, source, ['picture'], asked)) : [];
  const found: FetchedImages = { here: new Map(), failed: new Map(), isCut: false };
  for (const address of wanted)
    if (address.length > MAX_URL_LENGTH) found.failed.set(address, 'Its URL is too long.');
  for (const { sourceId, note } of known) if (note) remember(found, sourceId, note);
  const missing = asked.filter((address) => !found.here.has(address) && !found.failed.has(address));
  for (const address of missing.slice(0, IMAGES_PER_RUN)) {
    remember(found, address, await fetchOnce(ctx, actorId, source, address));
  }
  found.isCut = missing.length > IMAGES_PER_RUN;
  return found;
}

/** An image's note is its stored path, or '!' followed by the reason for the failure. */
function remember({ here, failed }: FetchedImages, address: string, note: string): void {
  if (note.startsWith('/')) here.set(address, note);
  else failed.set(address, note.replace(/^!/, ''));
}

const POLL_INTERVAL_MS = 500;
const NOT_YET = 'An image is being downloaded for another article.';

/** Returns the image's note. If several articles use the image, one item downloads it and the others wait. */
async function fetchOnce(
  ctx: AppContext,
  actorId: string | null,
  source: string,
  address: string,
): Promise<string> {
  const { db } = ctx;
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { rows } = await db.writeOne(claimImage(db.build, source, address));
    if (rows.length > 0) return fetchClaimed(ctx, actorId, source, address);
    const [known] = await db.read(selectImported(db.build, source, ['picture'], [address]));
    if (known?.note) return known.note;
    await pause(POLL_INTERVAL_MS);
  }
  throw new UnavailableError(NOT_YET);
}

async function fetchClaimed(
  ctx: AppContext,
  actorId: string | null,
  source: string,
  address: string,
): Promise<string> {
  const { db } = ctx;
  try {
    const { url, reason } = await fetchOne(ctx, actorId, address);
    const note = url ?? `!${reason}`;
    await db.write(settleImage(db.build, source, address, note));
    return note;
  } catch (error) {
    await db.write(settleImage(db.build, source, address, null));
    throw error;
  }
}

async function fetchOne(
  ctx: AppContext,
  actorId: string | null,
  address: string,
): Promise<{ url: string | null; reason: string }> {
  const uploader = actorId === null ? null : { userId: actorId, isJob: true as const };
  try {
    const url = await storeImageFromAddress(ctx, uploader, address, { folder: 'articles', before: null });
    if (url.startsWith('/media/')) return { url, reason: '' };
    return {
      url: null,
      reason: 'Its URL is on this site or on a blocked host.',
    };
  } catch (error) {
    if (error instanceof InvalidError) return { url: null, reason: error.message };
    throw error;
  }
}
