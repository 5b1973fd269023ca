// WebP: removes metadata chunks from the RIFF container.

import { joinBytes } from '~/lib/bytes';
import type { CleanedImage } from './bytes';
import { BrokenFileError, ByteReader, keepPart, toBytes, u32 } from './bytes';
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
  let extended: Uint8Array | undefined;
  let orientation = 1;
  let hasData = false;
  for (let at = 12; at + 8 <= fileEnd; ) {
    const type = reader.text(at, 4);
    const size = reader.u32(at + 4, true);
    if (at + 8 + size > fileEnd) throw new BrokenFileError('A chunk extends past the end of the file');
    // Chunks are padded to an even length, but some encoders omit the padding of the last one.
    const end = Math.min(at + 8 + size + (size & 1), fileEnd);
    if (type === 'EXIF') orientation = readOrientation(withoutPrefix(reader.slice(at + 8, at + 8 + size)));
    if (IMAGES.has(type)) hasData = true;
    if (NEEDED.has(type)) {
      let part = reader.slice(at, end);
      if (type === 'VP8X' && !extended) {
        part = part.slice(); // its flags are changed below
        extended = part;
      }
      keepPart(parts, part);
      if (end & 1) parts.push(new Uint8Array(1));
    }
    at = end;
  }
  if (!hasData) throw new BrokenFileError('The file has no image data');
  // Only the extended format (VP8X) can hold EXIF.
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

/** Padded to an even length. */
function writeChunk(type: string, data: Uint8Array): Uint8Array {
  return joinBytes([toBytes(type), u32(data.length, true), data, new Uint8Array(data.length & 1)]);
}
