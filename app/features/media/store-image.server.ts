// Stores an uploaded image: validates, cleans and rotates it, and adds it to the library.

import { auditLine } from '~/features/audit/audit.server';
import { personalRule } from '~/features/rate-limit/throttle';
import { countManyOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { UnavailableError } from '~/lib/errors';
import { cutText } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import { type CheckedImage, checkImage } from './check-image.server';
import { cleanJpeg } from './formats/jpeg';
import { listVariantKeys, MEDIA_PREFIX } from './image-variants';
import { deleteMediaByKey, insertMedia } from './media-repo.server';

export type UploadContext = Pick<AppContext, 'db' | 'files' | 'images' | 'clock' | 'log' | 'request'>;

/** The account that uploads; null for the system. The limits per person do not apply to its jobs. */
export type Uploader = { userId: string; isJob?: true } | null;

/** Specification, section 7. Generated category images have their own folder. */
export type MediaFolder = 'articles' | 'ads' | 'categories';

export interface GivenImage {
  bytes: Uint8Array;
  /** The original file name. */
  name: string;
  folder: MediaFolder;
  /** The declared content type. */
  type?: string;
  alt?: string | undefined;
}

export interface StoredImage {
  id: string;
  key: string;
  /** Site-relative. */
  url: string;
  name: string;
  contentType: string;
  bytes: number;
  /** Pixels. */
  width: number;
  height: number;
  alt: string;
}

const MAX_NAME_LENGTH = 200;
const MAX_ALT_LENGTH = 500;
/** Keys tried before giving up; more collisions than this indicate a bug. */
const MAX_KEY_ATTEMPTS = 200;

/** An image whose file is stored but whose row is not yet inserted. */
export interface PreparedImage {
  image: StoredImage;
  /** The stored bytes. */
  file: Uint8Array;
  /** Insert the row and the audit entry; part of the transaction that uses the image. */
  statements: readonly Statement<unknown>[];
  /**
   * Deletes the file; call it when that transaction fails. `sweepLeftovers` deletes files for which this was
   * not called.
   */
  discard(): Promise<void>;
}

/**
 * Stores the file without its row.
 * @throws ImageRefusedError, UnavailableError
 */
export async function prepareImage(
  ctx: UploadContext,
  uploader: Uploader,
  given: GivenImage,
): Promise<PreparedImage> {
  const read = await setUpright(ctx, checkImage(given.bytes, given.type));
  const key = await putUnderFreeKey(ctx, read, given.folder);
  const { contentType, width, height } = read;
  const row = {
    id: crypto.randomUUID(),
    key,
    name: toName(given.name) || key.slice(key.lastIndexOf('/') + 1),
    contentType,
    bytes: read.bytes.length,
    width,
    height,
    alt: cutText((given.alt ?? '').trim(), 0, MAX_ALT_LENGTH),
  };
  const createdBy = uploader?.userId ?? null;
  const audit = {
    event: 'media_uploaded',
    actorId: createdBy,
    subject: row.name,
    details: { id: row.id, key },
  };
  return {
    image: { ...row, url: MEDIA_PREFIX + key },
    file: read.bytes,
    statements: [insertMedia(ctx.db.build, { ...row, createdBy }), auditLine(ctx, audit)],
    discard: () => discard(ctx, key),
  };
}

/**
 * Stores the file, then the row, so that every listed image has a file. A failure deletes the file. If the
 * process dies in between, `sweepLeftovers` deletes it later.
 * @throws ImageRefusedError, UnavailableError
 */
export async function storeImage(
  ctx: UploadContext,
  uploader: Uploader,
  given: GivenImage,
): Promise<StoredImage> {
  const prepared = await prepareImage(ctx, uploader, given);
  try {
    await ctx.db.write(...prepared.statements);
  } catch (error) {
    // After a timeout the row may still be stored. `sweepLeftovers` deletes the file if it is not.
    if (!(error instanceof UnavailableError)) await prepared.discard();
    throw error;
  }
  return prepared.image;
}

/**
 * Stores an image that a person uploads, within their limit.
 * @throws TooManyError, ImageRefusedError, UnavailableError
 */
export async function storeUpload(
  ctx: UploadContext,
  uploader: Uploader,
  given: GivenImage,
): Promise<StoredImage> {
  await countImages(ctx, uploader, 'upload', 1);
  return storeImage(ctx, uploader, given);
}

/** @throws TooManyError if the person has reached the limit */
export async function countImages(
  ctx: UploadContext,
  uploader: Uploader,
  kind: 'upload' | 'image-download',
  amount: number,
): Promise<void> {
  if (!uploader || uploader.isJob || amount === 0) return;
  await countManyOrRefuse(ctx, personalRule(kind, uploader.userId), amount);
}

/** The file name on one line, without the folders some browsers send. */
function toName(name: string): string {
  const line = name.replace(/\p{Cc}+/gu, ' ').trim();
  const from = Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1;
  return cutText(line.slice(from), -MAX_NAME_LENGTH);
}

const DEGREES: Record<number, 90 | 180 | 270> = { 3: 180, 6: 90, 8: 270 };

/** Applies the EXIF orientation to the pixels, because some programs ignore it. */
async function setUpright(ctx: UploadContext, image: CheckedImage): Promise<CheckedImage> {
  const degrees = DEGREES[image.orientation];
  if (!degrees || image.contentType !== 'image/jpeg') return image;
  try {
    return checkImage(await ctx.images.turn(cleanJpeg(image.bytes, false).bytes, degrees));
  } catch (error) {
    // The image keeps its EXIF orientation.
    ctx.log.write({ event: 'image_not_resized', key: 'upload', reason: String(error) });
    return image;
  }
}

/** The key is the current time in milliseconds, increased until it is free. */
async function putUnderFreeKey(
  ctx: UploadContext,
  image: CheckedImage,
  folder: MediaFolder,
): Promise<string> {
  const now = ctx.clock.now().getTime();
  for (let timestamp = now; timestamp < now + MAX_KEY_ATTEMPTS; timestamp += 1) {
    const key = `article-images/${folder}/${timestamp}.${image.extension}`;
    if (await ctx.files.putNew(key, image.bytes, image.contentType)) return key;
  }
  throw new Error('No free key for the image');
}

/** Deletes the row too: after a database timeout it may have been stored. */
async function discard(ctx: UploadContext, key: string): Promise<void> {
  const undone = await Promise.allSettled([
    ctx.files.delete([key, ...listVariantKeys(key)]),
    ctx.db.write(deleteMediaByKey(ctx.db.build, key)),
  ]);
  for (const outcome of undone) {
    if (outcome.status === 'rejected')
      ctx.log.write({ event: 'failure', where: 'media upload', reason: String(outcome.reason) });
  }
}
