// Checks an image by its bytes: detects the real format, removes metadata and measures the size.
// image-rules.ts checks the declared type and size, in the browser too.
import { imageSize } from 'image-size';
import { cleanAvif, isAvif, isAvifTurned } from './formats/avif';
import type { CleanedImage } from './formats/bytes';
import { BrokenFileError } from './formats/bytes';
import { cleanGif, isGif } from './formats/gif';
import { cleanJpeg, isJpeg } from './formats/jpeg';
import { isOnItsSide } from './formats/orientation';
import { cleanPng, isPng } from './formats/png';
import { cleanWebp, isWebp } from './formats/webp';
import {
  checkDeclaredFile,
  ImageRefusedError,
  INVALID_FILE,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  TOO_MANY_PIXELS,
} from './image-rules';

export interface CheckedImage extends CleanedImage {
  contentType: `image/${'jpeg' | 'png' | 'gif' | 'webp' | 'avif'}`;
  extension: 'jpg' | 'png' | 'gif' | 'webp' | 'avif';
  /** Pixels, after rotation. */
  width: number;
  height: number;
}

interface Format extends Pick<CheckedImage, 'contentType' | 'extension'> {
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
 * @param declaredType the sender's content type; '' for none. It must be an image type, but the bytes decide
 * which.
 * @throws ImageRefusedError
 */
export function checkImage(bytes: Uint8Array, declaredType = ''): CheckedImage {
  const format = FORMATS.find(({ is }) => is(bytes));
  if (!format) throw new ImageRefusedError(INVALID_FILE);
  const refusal = checkDeclaredFile({ type: declaredType, size: bytes.length });
  if (refusal) throw new ImageRefusedError(refusal);
  const { contentType, extension } = format;
  const cleaned = orRefused(() => format.clean(bytes));
  const { width, height } = orRefused(() => measure(cleaned, extension));
  if (!(width > 0 && height > 0)) throw new ImageRefusedError(INVALID_FILE);
  if (Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_IMAGE_PIXELS)
    throw new ImageRefusedError(TOO_MANY_PIXELS);
  return { ...cleaned, contentType, extension, width, height };
}

function measure({ bytes, orientation }: CleanedImage, extension: CheckedImage['extension']) {
  const { width, height, type } = imageSize(bytes);
  if (type !== extension) throw new BrokenFileError(`Detected as ${type}`);
  const isTurned = extension === 'avif' ? isAvifTurned(bytes) : isOnItsSide(orientation);
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Any parse error means the file is not a valid image. */
function orRefused<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new ImageRefusedError(INVALID_FILE);
  }
}
