// Pictures of another site, fetched into the file store. What was fetched once is not fetched again.
import { keepPicture } from '~/features/media/fetch-image.server';
import { InvalidError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { claimPicture, selectImported, settlePicture } from './imports-repo.server';

/** Fetched in one run; each may take its server a while. */
export const PICTURES_AT_ONCE = 8;
const LONGEST_ADDRESS = 1_000;
/** As long as another run may take for one picture. */
const MOST_LOOKS = 60;

export interface FetchedPictures {
  /** Address there -> here. */
  here: Map<string, string>;
  /** Address there -> why it could not be had. */
  failed: Map<string, string>;
  /** There are more to be fetched. */
  isCut: boolean;
}

/** @throws UnavailableError */
export async function fetchPictures(
  ctx: AppContext,
  actorId: string | null,
  source: string,
  addresses: readonly string[],
): Promise<FetchedPictures> {
  const { db } = ctx;
  const wanted = [...new Set(addresses)];
  const asked = wanted.filter((address) => address.length <= LONGEST_ADDRESS);
  const known = asked.length > 0 ? await db.read(selectImported(db.build, source, ['picture'], asked)) : [];
  const found: FetchedPictures = { here: new Map(), failed: new Map(), isCut: false };
  for (const address of wanted)
    if (address.length > LONGEST_ADDRESS) found.failed.set(address, 'Its address is too long.');
  for (const { sourceId, note } of known) if (note) remember(found, sourceId, note);
  const missing = asked.filter((address) => !found.here.has(address) && !found.failed.has(address));
  for (const address of missing.slice(0, PICTURES_AT_ONCE)) {
    remember(found, address, await fetchOnce(ctx, actorId, source, address));
  }
  found.isCut = missing.length > PICTURES_AT_ONCE;
  return found;
}

/** A picture's note is its address here, or an exclamation mark and the reason. */
function remember({ here, failed }: FetchedPictures, address: string, note: string): void {
  if (note.startsWith('/')) here.set(address, note);
  else failed.set(address, note.replace(/^!/, ''));
}

const LOOK_AGAIN_MS = 500;
const NOT_YET = 'A picture is being fetched for another article.';

/** The picture's note. Of several articles that show it, one fetches it, and the others wait for that. */
async function fetchOnce(
  ctx: AppContext,
  actorId: string | null,
  source: string,
  address: string,
): Promise<string> {
  const { db } = ctx;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const [{ rows }] = await db.write(claimPicture(db.build, source, address));
    if (rows.length > 0) return fetchClaimed(ctx, actorId, source, address);
    const [known] = await db.read(selectImported(db.build, source, ['picture'], [address]));
    if (known?.note) return known.note;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
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
    await db.write(settlePicture(db.build, source, address, note));
    return note;
  } catch (error) {
    await db.write(settlePicture(db.build, source, address, null));
    throw error;
  }
}

async function fetchOne(
  ctx: AppContext,
  actorId: string | null,
  address: string,
): Promise<{ url: string | null; reason: string }> {
  const uploader = actorId === null ? null : { userId: actorId };
  try {
    const url = await keepPicture(ctx, uploader, address, { folder: 'articles', before: null });
    if (url.startsWith('/media/')) return { url, reason: '' };
    return {
      url: null,
      reason: 'Its address is one of this site, or of a host whose pictures are not shown.',
    };
  } catch (error) {
    if (error instanceof InvalidError) return { url: null, reason: error.message };
    throw error;
  }
}
