// A file's bytes as a picture: what it is in truth, how large, and without what it tells about its maker.
import { imageSize } from 'image-size';
import { cleanAvif, isAvif, isAvifTurned } from './formats/avif';
import { BrokenFileError } from './formats/bytes';
import type { CleanedImage } from './formats/cleaned-image';
import { cleanGif, isGif } from './formats/gif';
import { cleanJpeg, isJpeg } from './formats/jpeg';
import { isOnItsSide } from './formats/orientation';
import { cleanPng, isPng } from './formats/png';
import { cleanWebp, isWebp } from './formats/webp';
import { ImageRefusedError } from './image-refused';
import { INVALID_FILE, judgeFile, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE, TOO_MANY_PIXELS } from './image-rules';

export interface ReadImage extends CleanedImage {
  contentType: `image/${'jpeg' | 'png' | 'gif' | 'webp' | 'avif'}`;
  extension: 'jpg' | 'png' | 'gif' | 'webp' | 'avif';
  /** Pixels, as it is shown. */
  width: number;
  height: number;
}

interface Format extends Pick<ReadImage, 'contentType' | 'extension'> {
  is(bytes: Uint8Array): boolean;
  clean(bytes: Uint8Array): CleanedImage;
}

const FORMATS: readonly Format[] = [
  { contentType: 'image/jpeg', extension: 'jpg', is: isJpeg, clean: (bytes) => cleanJpeg(bytes) },
  { contentType: 'image/png', extension: 'png', is: isPng, clean: cleanPng },
  { contentType: 'image/webp', extension: 'webp', is: isWebp, clean: cleanWebp },
  { contentType: 'image/gif', extension: 'gif', is: isGif, clean: cleanGif },
  { contentType: 'image/avif', extension: 'avif', is: isAvif, clean: cleanAvif },
];

/**
 * @param declaredType what the sender says it is; '' for nothing. It must be a picture's type, and the bytes decide which.
 * @throws ImageRefusedError
 */
export function readImage(bytes: Uint8Array, declaredType = ''): ReadImage {
  const format = FORMATS.find(({ is }) => is(bytes));
  if (!format) throw new ImageRefusedError(INVALID_FILE);
  const refusal = judgeFile({ type: declaredType, size: bytes.length });
  if (refusal) throw new ImageRefusedError(refusal);
  const { contentType, extension } = format;
  const cleaned = orRefused(() => format.clean(bytes));
  const { width, height } = orRefused(() => measure(cleaned, extension));
  if (!(width > 0 && height > 0)) throw new ImageRefusedError(INVALID_FILE);
  if (Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_IMAGE_PIXELS)
    throw new ImageRefusedError(TOO_MANY_PIXELS);
  return { ...cleaned, contentType, extension, width, height };
}

function measure({ bytes, orientation }: CleanedImage, extension: ReadImage['extension']) {
  const { width, height, type } = imageSize(bytes);
  if (type !== extension) throw new BrokenFileError(`It is taken for ${type}`);
  const isTurned = extension === 'avif' ? isAvifTurned(bytes) : isOnItsSide(orientation);
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Whoever wrote the file, it is no picture when it cannot be read as one. */
function orRefused<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ImageRefusedError(INVALID_FILE);
  }
}
