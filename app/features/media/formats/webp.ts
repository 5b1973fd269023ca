// WebP: removes metadata chunks from the RIFF container.

import { joinBytes } from '~/lib/bytes';
import type { CleanedImage } from './bytes';
import { BrokenFileError, ByteReader, toBytes, u32 } from './bytes';
import { readOrientation, writeOrientation } from './orientation';

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const IMAGES = new Set(['VP8 ', 'VP8L', 'ANMF']);
/** VP8X flags. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04] as const;

export function isWebp(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const reader = new ByteReader(bytes);
  return reader.text(0, 4) === 'RIFF' && reader.text(8, 4) === 'WEBP';
}

/** @throws BrokenFileError */
export function cleanWebp(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes);
  const fileEnd = 8 + reader.u32(4, true);
  if (fileEnd > reader.length) throw new BrokenFileError('The file is truncated');
  const parts: Uint8Array[] = [];
  let orientation = 1;
  let hasData = false;
  for (let at = 12; at + 8 <= fileEnd; ) {
    const type = reader.text(at, 4);
    const size = reader.u32(at + 4, true);
    const padded = size + (size & 1);
    // Some encoders omit the padding of the last chunk.
    const end = Math.min(at + 8 + padded, reader.length);
    if (at + 8 + size > fileEnd) throw new BrokenFileError('A chunk extends past the end of the file');
    if (type === 'EXIF') orientation = readOrientation(withoutPrefix(reader.slice(at + 8, at + 8 + size)));
    if (IMAGES.has(type)) hasData = true;
    if (NEEDED.has(type)) parts.push(writeChunk(type, reader.slice(at + 8, at + 8 + size)));
    at = end === reader.length ? fileEnd : end;
  }
  if (!hasData) throw new BrokenFileError('The file has no image data');
  // Only the extended format (VP8X) can hold EXIF.
  const extended = parts.find((part) => new ByteReader(part).text(0, 4) === 'VP8X');
  if (!extended) orientation = 1;
  if (extended) {
    const flags = (extended[8] ?? 0) & ~(HAS_EXIF | HAS_XMP);
    extended[8] = orientation === 1 ? flags : flags | HAS_EXIF;
  }
  if (orientation !== 1) parts.push(writeChunk('EXIF', writeOrientation(orientation)));
  const body = joinBytes([toBytes('WEBP'), ...parts]);
  return { bytes: joinBytes([toBytes('RIFF'), u32(body.length, true), body]), orientation };
}

/** Some encoders put JPEG's `Exif\0\0` marker before the TIFF block. */
function withoutPrefix(exif: Uint8Array): Uint8Array {
  return exif[0] === 0x45 && exif[1] === 0x78 ? exif.subarray(6) : exif;
}

/** A copy, padded to an even length. */
function writeChunk(type: string, data: Uint8Array): Uint8Array {
  return joinBytes([toBytes(type), u32(data.length, true), data, new Uint8Array(data.length & 1)]);
}
