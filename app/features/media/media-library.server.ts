// Lists, edits and deletes images of the library, and deletes orphaned files.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ConflictError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { DAY_MS, HOUR_MS } from '~/lib/time/dates';
import { type Refusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext, Statement } from '~/platform/context';
import { listVariantKeys } from './image-variants';
import { MediaInput } from './media-input';
import {
  copyAlt,
  countMedia,
  deleteMediaByKey,
  mediaExists,
  selectKnownKeys,
  selectMedia,
  selectMediaById,
  selectMediaByKey,
  selectMediaNames,
  updateMedia,
} from './media-repo.server';
import { MEDIA_PER_PAGE, type MediaItem, type MediaSort, mediaKey, mediaUrl } from './media-view';

type Writing = Pick<AppContext, 'db' | 'request' | 'files' | 'log'>;
const GONE = 'This image no longer exists';

export interface MediaQuery {
  /** Search text for name and description; '' for all. */
  text: string;
  sort: MediaSort;
  /** From 1. */
  page: number;
}

/** One page of the library, and the total number of matching images. */
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

/** The library image that a URL shows; null for any other URL. */
export async function findMediaByUrl({ db }: Pick<AppContext, 'db'>, url: string): Promise<MediaItem | null> {
  const key = mediaKey(url);
  const [row] = key === null ? [] : await db.read(selectMediaByKey(db.build, key));
  return row ? toItem(row) : null;
}

/** The statement that copies the description of `from` to the image `to`, if that has none. Both are keys. */
export function copyMediaAlt({ db }: Pick<AppContext, 'db'>, from: string, to: string): Statement<unknown> {
  return copyAlt(db.build, from, to);
}

/** The names of library images, by the URL under which a text shows them. */
export async function listMediaNames(
  { db }: Pick<AppContext, 'db'>,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map(urls.map((url) => [url, mediaKey(url)]));
  const wanted = [...keys.values()].filter((key) => key !== null);
  const rows = wanted.length > 0 ? await db.read(selectMediaNames(db.build, wanted)) : [];
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  return new Map(
    [...keys].flatMap(([url, key]) => {
      const name = key && names.get(key);
      return name ? [[url, name] as const] : [];
    }),
  );
}

function toItem(row: Omit<MediaItem, 'url'>): MediaItem {
  return { ...row, url: mediaUrl(row.key) };
}

/**
 * @param version the version that was edited; '' overwrites any
 * @throws NotFoundError; InvalidError; ConflictError when someone else saved a change since
 */
export async function saveMedia(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const row = parseInput(MediaInput, input);
  const found = await getMedia(ctx, id);
  const changes = listChanges({ name: found.name, alt: found.alt }, { ...row });
  if (Object.keys(changes).length === 0) return;
  if (version !== '' && version !== found.version) throw stale(found);
  const event = {
    event: 'media_updated',
    actorId: actor.userId,
    subject: row.name,
    details: { id, changes },
  };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateMedia(db.build, id, row, version),
      audit: auditLine(ctx, event, mediaExists(id)),
    }),
  );
}

/** @param theirs the current state, if known */
function stale(theirs: MediaItem | null): ConflictError {
  const now = theirs ? `. It is now “${theirs.name}” with the description “${theirs.alt}”` : '';
  return new ConflictError(
    `Someone else has changed this image${now}. Your changes are still here. Save again to overwrite theirs.`,
  );
}

const REFUSALS: Refusals = { stale: { column: 'name', message: stale(null).message }, messages: {} };

/**
 * Deletes the row first, so that every listed image has a file. If deleting the files then fails,
 * `sweepLeftovers` deletes them later.
 * @throws NotFoundError
 */
export async function deleteMedia(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const { key, name, useCount } = await getMedia(ctx, id);
  const details = { id, key, useCount };
  const event = { event: 'media_deleted', actorId: actor.userId, subject: name, details };
  await db.write(auditLine(ctx, event, mediaExists(id)), deleteMediaByKey(db.build, key));
  try {
    await ctx.files.delete([key, ...listVariantKeys(key)]);
  } catch (error) {
    ctx.log.write({ event: 'failure', where: 'media delete', reason: String(error) });
  }
}

/** @throws NotFoundError */
export async function getMedia(ctx: Pick<AppContext, 'db'>, id: string): Promise<MediaItem> {
  const found = await findMedia(ctx, id);
  if (!found) throw new NotFoundError(GONE);
  return found;
}

/**
 * Deletes the files that are neither in the library nor used anywhere.
 * @returns the number deleted, without the smaller copies
 */
export async function deleteUnusedFiles(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const known = new Set((await db.read(selectKnownKeys(db.build, keys))).map(({ key }) => key));
  const unused = keys.filter((key) => !known.has(key));
  await files.delete(unused.flatMap((key) => [key, ...listVariantKeys(key)]));
  return unused.length;
}

const FOLDERS = ['article-images/articles/', 'article-images/ads/', 'article-images/categories/'];
/** Longer than any upload takes. */
const GRACE_MS = HOUR_MS;
const SWEPT_DAYS = 7;

/**
 * Deletes orphaned files of the last 7 days: not in the library and not used anywhere. Keys start with their
 * timestamp, so older files are not listed.
 * @returns the number deleted
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
      swept += await deleteUnusedFiles(ctx, old);
    }
  }
  return swept;
}
