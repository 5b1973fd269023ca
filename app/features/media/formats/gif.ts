// GIF: removes comments and metadata blocks.

import { joinBytes } from '~/lib/bytes';
import { MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '../image-rules';
import type { CleanedImage } from './bytes';
import { BrokenFileError, ByteReader, keepPart } from './bytes';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b] as const;
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff] as const;
/** Animation loop counts and color profiles; other application blocks are metadata. */
const NEEDED_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

export function isGif(bytes: Uint8Array): boolean {
  return bytes.length > 6 && /^GIF8[79]a$/.test(new ByteReader(bytes).text(0, 6));
}

/** Removes comments, plain text blocks and XMP. @throws BrokenFileError */
export function cleanGif(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes);
  const parts = [reader.slice(0, headerSize(reader))];
  let hasData = false;
  for (const { kind, at, end } of listBlocks(reader)) {
    if (kind === IMAGE) {
      refuseHuge(reader.u16(at + 5, true), reader.u16(at + 7, true));
      hasData = true;
    }
    if (kind === IMAGE || isNeeded(reader, at)) keepPart(parts, reader.slice(at, end));
  }
  if (!hasData) throw new BrokenFileError('The file has no image data');
  return { bytes: joinBytes([...parts, Uint8Array.of(TRAILER)]), orientation: 1 };
}

/** @throws BrokenFileError */
export function hasSeveralFrames(bytes: Uint8Array): boolean {
  let frames = 0;
  for (const { kind } of listBlocks(new ByteReader(bytes))) {
    if (kind === IMAGE) frames += 1;
    if (frames > 1) return true;
  }
  return false;
}

/** The blocks between header and trailer. */
function* listBlocks(reader: ByteReader): Generator<{ kind: number; at: number; end: number }> {
  for (let at = headerSize(reader); reader.u8(at) !== TRAILER; ) {
    const kind = reader.u8(at);
    if (kind !== IMAGE && kind !== EXTENSION) throw new BrokenFileError('Unknown block type');
    // An image block begins with position, local palette and LZW code size.
    const data = kind === IMAGE ? at + 11 + paletteSize(reader.u8(at + 9)) : at + 2;
    const end = skipSubBlocks(reader, data);
    yield { kind, at, end };
    at = end;
  }
}

function headerSize(reader: ByteReader): number {
  return 13 + paletteSize(reader.u8(10));
}

/** Browsers enlarge the canvas to fit a frame, regardless of the size in the header. */
function refuseHuge(width: number, height: number): void {
  if (Math.max(width, height) > MAX_IMAGE_SIDE || width * height > MAX_IMAGE_PIXELS)
    throw new BrokenFileError('A frame is too large');
}

function paletteSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(reader: ByteReader, from: number): number {
  let at = from;
  for (let size = reader.u8(at); size > 0; size = reader.u8(at)) at += size + 1;
  return at + 1;
}

function isNeeded(reader: ByteReader, at: number): boolean {
  const label = reader.u8(at + 1);
  if (label === APPLICATION) return NEEDED_APPLICATIONS.has(reader.text(at + 3, 11));
  return label === GRAPHIC_CONTROL;
}
