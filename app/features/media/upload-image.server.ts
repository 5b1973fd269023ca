// Taking a picture in: looked at, cleaned, set upright, stored under the moment's number, and written into the library.

import { auditLine } from '~/features/audit/audit.server';
import { cutText } from '~/lib/cut-text';
import type { AppContext, Statement } from '~/platform/context';
import { cleanJpeg } from './formats/jpeg';
import { listVariantKeys, MEDIA_PREFIX } from './image-variants';
import { deleteMediaByKey, insertMedia } from './media-repo.server';
import { type ReadImage, readImage } from './read-image.server';

export type UploadContext = Pick<AppContext, 'db' | 'files' | 'images' | 'clock' | 'log' | 'request'>;

/** Whoever uploads; null for a program. */
export type Uploader = { userId: string } | null;

/** Specification, section 7: articles for articles, ads for ads. Categories' generated pictures have their own. */
export type MediaFolder = 'articles' | 'ads' | 'categories';

export interface GivenImage {
  bytes: Uint8Array;
  /** The file's, as its owner calls it. */
  name: string;
  folder: MediaFolder;
  /** What the sender says it is. */
  type?: string;
  alt?: string;
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

const LONGEST_NAME = 200;
const LONGEST_ALT = 500;
/** More uploads than milliseconds: something else is wrong. */
const MOST_CLASHES = 200;

/** A picture whose file is stored, and its row not yet. */
export interface PreparedImage {
  image: StoredImage;
  /** As it lies in the store. */
  file: Uint8Array;
  /** They write it into the library: to be part of the transaction that uses it. */
  statements: readonly Statement<unknown>[];
  /** For when that transaction failed. What nobody takes back, `sweepLeftovers` takes away. */
  takeBack(): Promise<void>;
}

/**
 * Stores the file alone.
 * @throws ImageRefusedError, UnavailableError
 */
export async function prepareImage(
  ctx: UploadContext,
  uploader: Uploader,
  given: GivenImage,
): Promise<PreparedImage> {
  const read = await setUpright(ctx, readImage(given.bytes, given.type));
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
    alt: cutText((given.alt ?? '').trim(), 0, LONGEST_ALT),
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
    takeBack: () => takeBack(ctx, key),
  };
}

/**
 * Stores the file, then its row: a picture that is listed is there. What fails leaves nothing behind; what a machine
 * leaves that stops in between is a file without a row, and `sweepLeftovers` takes that away.
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
    await prepared.takeBack();
    throw error;
  }
  return prepared.image;
}

/** A line without the folders that some browsers send along. */
function toName(name: string): string {
  const line = name.replace(/\p{Cc}+/gu, ' ').trim();
  const from = Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1;
  return cutText(line.slice(from), -LONGEST_NAME);
}

const DEGREES: Record<number, 90 | 180 | 270> = { 3: 180, 6: 90, 8: 270 };

/** Not every program that shows a picture heeds how the camera was held. */
async function setUpright(ctx: UploadContext, image: ReadImage): Promise<ReadImage> {
  const degrees = DEGREES[image.orientation];
  if (!degrees || image.contentType !== 'image/jpeg') return image;
  try {
    return readImage(await ctx.images.turn(cleanJpeg(image.bytes, false).bytes, degrees));
  } catch (error) {
    // It still says how to hold it.
    ctx.log.write({ event: 'image_not_resized', key: 'upload', reason: String(error) });
    return image;
  }
}

/** The moment in milliseconds; the next one when two pictures share it. */
async function putUnderFreeKey(ctx: UploadContext, image: ReadImage, folder: MediaFolder): Promise<string> {
  const now = ctx.clock.now().getTime();
  for (let moment = now; moment < now + MOST_CLASHES; moment += 1) {
    const key = `article-images/${folder}/${moment}.${image.extension}`;
    if (await ctx.files.putNew(key, image.bytes, image.contentType)) return key;
  }
  throw new Error('No moment is free for another picture');
}

/** The row too: a database that fell silent may have stored it. */
async function takeBack(ctx: UploadContext, key: string): Promise<void> {
  const undone = await Promise.allSettled([
    ctx.files.delete([key, ...listVariantKeys(key)]),
    ctx.db.write(deleteMediaByKey(ctx.db.build, key)),
  ]);
  for (const outcome of undone) {
    if (outcome.status === 'rejected')
      ctx.log.write({ event: 'failure', where: 'media upload', reason: String(outcome.reason) });
  }
}
