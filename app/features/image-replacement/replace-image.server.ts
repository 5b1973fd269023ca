// Replaces a file of the media library wherever it is used. Files are immutable, so the URLs are rewritten. The
// old file stays in the library, so that the replacement can be undone by replacing it back.
import type { MediaReplacement } from 'db/replaced-media';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { startJob } from '~/features/jobs/start-job.server';
import { type FetchContext, storeImageFromAddress } from '~/features/media/fetch-image.server';
import { copyMediaAlt, findMediaByUrl, getMedia } from '~/features/media/media-library.server';
import type { MediaItem } from '~/features/media/media-view';
import { type MediaFolder, storeUpload, type Uploader } from '~/features/media/store-image.server';
import { ConflictError, InvalidError } from '~/lib/errors';
import { countOf } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { groupOwners } from './owners.server';
import { ownersAsItems, selectImageOwners } from './owners-repo.server';
import { replaceImageJob } from './replace-image-job.server';

/** Above this number of uses, a job does the work. A statement may take 4 seconds. */
const MAX_IN_REQUEST = 25;
/** Relative difference of the aspect ratios up to which two images have the same shape. */
const SHAPE_TOLERANCE = 0.01;

const UNUSED = 'This image is not used anywhere, so there is nothing to replace.';
const NOT_CHOSEN = 'Upload an image, or choose one from the library';
const NOT_LISTED = 'There is no image with this URL in the library';
const SAME = 'This is the image that you want to replace. Choose another one';

/** @throws NotFoundError; ConflictError if nothing uses the image */
export async function getReplaceable(ctx: Pick<AppContext, 'db'>, id: string): Promise<MediaItem> {
  const item = await getMedia(ctx, id);
  if (item.useCount === 0) throw new ConflictError(UNUSED);
  return item;
}

/**
 * Stores the new file in the library.
 * @param given an uploaded file, or the URL of an image here or on another site
 * @returns its URL
 * @throws ImageRefusedError, InvalidError by field; UnavailableError
 */
export async function storeReplacement(
  ctx: FetchContext,
  uploader: Uploader,
  { key, alt }: MediaItem,
  { file, url }: { file: File | null; url: string },
): Promise<string> {
  const folder = folderOf(key);
  if (file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { name, type } = file;
    return (await storeUpload(ctx, uploader, { bytes, name, type, folder, alt })).url;
  }
  const address = url.trim();
  if (address === '') throw InvalidError.at('imageUrl', NOT_CHOSEN);
  return storeImageFromAddress(ctx, uploader, address, { folder, before: null });
}

function folderOf(key: string): MediaFolder {
  const folders = ['ads', 'categories'] as const;
  return folders.find((folder) => key.includes(`/${folder}/`)) ?? 'articles';
}

export interface ReplacedImage {
  replacement: MediaItem;
  useCount: number;
  keepsFocus: boolean;
  /** The job that replaces many uses; null if they are replaced already. */
  jobId: string | null;
}

/**
 * Replaces the image in articles (including drafts and those in the Trash), pages, categories, ads, author
 * photos and templates, in one transaction or, if there are many, by a job. Revisions and autosaved drafts
 * keep the old file. An open editor gets a conflict when it saves.
 * @param url of an image of the library
 * @throws InvalidError; UnavailableError
 */
export async function replaceImage(
  ctx: Pick<AppContext, 'db' | 'request' | 'pageCache' | 'queue' | 'log'>,
  actor: Actor,
  old: MediaItem,
  url: string,
): Promise<ReplacedImage> {
  const { db } = ctx;
  const [found, owners] = await Promise.all([
    findMediaByUrl(ctx, url),
    db.read(selectImageOwners(db.build, old.key, MAX_IN_REQUEST + 1)),
  ]);
  if (!found) throw InvalidError.at('imageUrl', NOT_LISTED);
  if (found.key === old.key) throw InvalidError.at('imageUrl', SAME);
  const replacement: MediaReplacement = {
    from: old.key,
    to: found.key,
    keepsFocus: hasSameShape(old, found),
    sizes: { from: sizeOf(old), to: sizeOf(found) },
  };
  const { useCount } = old;
  const details = { id: old.id, key: old.key, newKey: found.key, name: found.name, useCount };
  const statements = [
    copyMediaAlt(ctx, old.key, found.key),
    auditLine(ctx, { event: 'media_replaced', actorId: actor.userId, subject: old.name, details }),
  ];
  let jobId: string | null = null;
  if (owners.length > MAX_IN_REQUEST) {
    const job = await startJob(ctx, {
      kind: replaceImageJob,
      title: `Replace “${old.name}” in ${countOf(useCount, 'place')}`,
      input: { ...replacement },
      items: ownersAsItems(old.key),
      createdBy: actor.userId,
      statements,
    });
    jobId = job.id;
  } else {
    const groups = groupOwners(owners);
    const changes = groups.flatMap(({ replace, ids }) => replace(ctx, actor.userId, ids, replacement));
    await db.write(...changes, ...statements);
    for (const { purge, ids } of groups) await purge(ctx, ids);
  }
  return { replacement: found, useCount, keepsFocus: replacement.keepsFocus, jobId };
}

type Shape = Pick<MediaItem, 'width' | 'height'>;

const sizeOf = ({ width, height }: Shape): Shape => ({ width, height });

function hasSameShape(a: Shape, b: Shape): boolean {
  return Math.abs((a.width * b.height) / (a.height * b.width) - 1) <= SHAPE_TOLERANCE;
}
