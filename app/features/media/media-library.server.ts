// Everything an editor can do with pictures that are there already.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { DAY_MS, HOUR_MS } from '~/lib/days';
import { ConflictError, ConstraintError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { listVariantKeys } from './image-variants';
import { MediaInput } from './media-input';
import {
  countMedia,
  deleteMediaByKey,
  mediaIsThere,
  selectKnownKeys,
  selectMedia,
  selectMediaById,
  updateMedia,
} from './media-repo.server';
import { MEDIA_PER_PAGE, type MediaItem, type MediaSort, mediaUrl } from './media-view';

type Writing = Pick<AppContext, 'db' | 'request' | 'files' | 'log'>;
const GONE = 'There is no such image any more';

export interface MediaQuery {
  /** What name or description contain; '' for all. */
  text: string;
  sort: MediaSort;
  /** From 1. */
  page: number;
}

/** A page of the library, and how many pictures there are in all. */
export async function listMedia(
  { db }: Pick<AppContext, 'db'>,
  { text, sort, page }: MediaQuery,
): Promise<{ items: MediaItem[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectMedia(db.build, text, sort, MEDIA_PER_PAGE, (page - 1) * MEDIA_PER_PAGE)),
    db.read(countMedia(db.build, text)),
  ]);
  return { items: rows.map(toItem), total: counted?.total ?? 0 };
}

export async function findMedia({ db }: Pick<AppContext, 'db'>, id: string): Promise<MediaItem | null> {
  const [row] = await db.read(selectMediaById(db.build, id));
  return row ? toItem(row) : null;
}

function toItem(row: Omit<MediaItem, 'url'>): MediaItem {
  return { ...row, url: mediaUrl(row.key) };
}

/**
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @throws NotFoundError, InvalidError; ConflictError when somebody saved meanwhile
 */
export async function saveMedia(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<void> {
  const { db } = ctx;
  const row = parseInput(MediaInput, input);
  const found = await getMedia(ctx, id);
  const changes = listChanges({ name: found.name, alt: found.alt }, { ...row });
  if (Object.keys(changes).length === 0) return;
  if (stamp !== '' && stamp !== found.stamp) throw stale(found);
  const event = {
    event: 'media_updated',
    actorId: actor.userId,
    subject: row.name,
    details: { id, changes },
  };
  const [saved] = await db
    .write(updateMedia(db.build, id, row, stamp), auditLine(ctx, event, mediaIsThere(id)))
    .catch((error) => {
      const isStale = error instanceof ConstraintError && error.kind === 'missing';
      throw isStale && error.constraint === 'name' ? stale(null) : error;
    });
  if (saved.length === 0) throw new NotFoundError(GONE);
}

/** @param theirs what stands there now, as far as it is known */
function stale(theirs: MediaItem | null): ConflictError {
  const now = theirs ? `: now it is “${theirs.name}”, described as “${theirs.alt}”` : '';
  return new ConflictError(
    `Somebody else changed this image meanwhile${now}. What you typed is still here: save again to put it in its place.`,
  );
}

/**
 * The row first: what is listed is there. Should the file store fail then, files without a row are left, which
 * `sweepLeftovers` takes away.
 * @throws NotFoundError
 */
export async function deleteMedia(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const { key, name, useCount } = await getMedia(ctx, id);
  const details = { id, key, useCount };
  const event = { event: 'media_deleted', actorId: actor.userId, subject: name, details };
  await db.write(deleteMediaByKey(db.build, key), auditLine(ctx, event));
  try {
    await ctx.files.delete([key, ...listVariantKeys(key)]);
  } catch (error) {
    ctx.log.write({ event: 'failure', where: 'media delete', reason: String(error) });
  }
}

async function getMedia(ctx: Pick<AppContext, 'db'>, id: string): Promise<MediaItem> {
  const found = await findMedia(ctx, id);
  if (!found) throw new NotFoundError(GONE);
  return found;
}

const FOLDERS = ['article-images/articles/', 'article-images/ads/', 'article-images/categories/'];
/** Long after any upload has ended. */
const GRACE_MS = HOUR_MS;
const SWEPT_DAYS = 7;

/**
 * Takes away files of the last days that a broken upload or deletion left: in no library row and shown nowhere. Keys
 * begin with their moment, so that older files need not be looked through.
 * @returns how many
 */
export async function sweepLeftovers(ctx: Pick<AppContext, 'db' | 'files' | 'clock'>): Promise<number> {
  const now = ctx.clock.now().getTime();
  let swept = 0;
  for (const folder of FOLDERS) {
    let after: string | undefined = `${folder}${now - SWEPT_DAYS * DAY_MS}`;
    while (after !== undefined) {
      const files = await ctx.files.list(folder, after);
      after = files.at(-1)?.key;
      const old = files.filter(({ storedAt }) => storedAt.getTime() < now - GRACE_MS).map(({ key }) => key);
      if (old.length === 0) continue;
      const known = new Set((await ctx.db.read(selectKnownKeys(ctx.db.build, old))).map(({ key }) => key));
      const left = old.filter((key) => !known.has(key));
      await ctx.files.delete(left.flatMap((key) => [key, ...listVariantKeys(key)]));
      swept += left.length;
    }
  }
  return swept;
}
