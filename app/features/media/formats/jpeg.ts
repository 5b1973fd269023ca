// JPEG: a sequence of segments and image data. Keeps only what a decoder needs.

import { joinBytes } from '~/lib/bytes';
import type { CleanedImage } from './bytes';
import { BrokenFileError, ByteReader, keepPart, toBytes, u16 } from './bytes';
import { readOrientation, writeOrientation } from './orientation';

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COM] = [
  0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe,
] as const;
const EXIF = 'Exif\0\0';

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff;
}

/**
 * Removes EXIF (except the orientation), XMP, IPTC, thumbnails, comments and anything after the image.
 * @param keepOrientation false removes the orientation too
 * @throws BrokenFileError
 */
export function cleanJpeg(bytes: Uint8Array, keepOrientation = true): CleanedImage {
  const reader = new ByteReader(bytes);
  const parts: Uint8Array[] = [];
  let orientation = 1;
  let hasData = false;
  let at = 2;
  for (;;) {
    if (reader.u8(at) !== 0xff) throw new BrokenFileError('Expected a segment marker');
    const marker = reader.u8(at + 1);
    if (marker === 0xff) {
      at += 1; // padding
      continue;
    }
    if (marker === EOI) break;
    const end = isBare(marker) ? at + 2 : at + 2 + Math.max(2, reader.u16(at + 2));
    const segment = reader.slice(at, end);
    const name = marker >= APP0 && marker <= APP15 ? reader.text(at + 4, Math.min(12, end - at - 4)) : '';
    if (marker === APP1 && name.startsWith(EXIF)) orientation = readOrientation(reader.slice(at + 10, end));
    if (isNeeded(marker, name)) keepPart(parts, segment);
    at = end;
    if (marker === SOS) {
      const dataEnd = findDataEnd(reader, at);
      keepPart(parts, reader.slice(at, dataEnd));
      at = dataEnd;
      hasData = true;
    }
  }
  if (!hasData) throw new BrokenFileError('The file has no image data');
  const exif = keepOrientation && orientation !== 1 ? [orientationSegment(orientation)] : [];
  const ends = [Uint8Array.of(0xff, SOI), Uint8Array.of(0xff, EOI)] as const;
  return { bytes: joinBytes([ends[0], ...exif, ...parts, ends[1]]), orientation };
}

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

function isNeeded(marker: number, name: string): boolean {
  if (marker === APP0) return name.startsWith('JFIF\0');
  if (marker === APP2) return name.startsWith('ICC_PROFILE\0');
  if (marker === APP14) return name.startsWith('Adobe');
  return marker !== COM && !(marker >= APP1 && marker <= APP15);
}

/** In scan data, 0xff is followed by 0 or a restart marker; any other byte ends it. */
function findDataEnd(reader: ByteReader, from: number): number {
  const { bytes } = reader;
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new BrokenFileError('The image data is truncated');
}

function orientationSegment(orientation: number): Uint8Array {
  const payload = joinBytes([toBytes(EXIF), writeOrientation(orientation)]);
  return joinBytes([Uint8Array.of(0xff, APP1), u16(payload.length + 2), payload]);
}
