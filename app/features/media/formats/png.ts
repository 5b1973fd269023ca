// PNG: removes text, time and EXIF chunks.

import { joinBytes } from '~/lib/bytes';
import type { CleanedImage } from './bytes';
import { BrokenFileError, ByteReader, keepPart, toBytes, u32 } from './bytes';
import { readOrientation, writeOrientation } from './orientation';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Chunks for image data, color and animation. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

export function isPng(bytes: Uint8Array): boolean {
  return bytes.length > 8 && new ByteReader(bytes).text(0, 8) === SIGNATURE;
}

/** @throws BrokenFileError */
export function cleanPng(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes);
  let header: Uint8Array = new Uint8Array();
  const parts: Uint8Array[] = [];
  let orientation = 1;
  let hasData = false;
  for (let at = 8; ; ) {
    const length = reader.u32(at);
    const type = reader.text(at + 4, 4);
    const end = at + 12 + length;
    const chunk = reader.slice(at, end);
    // IHDR must be the first chunk and occur once: if there are two, decoders differ in which one they use.
    if ((at === 8) !== (type === 'IHDR')) throw new BrokenFileError('IHDR is missing or not the only one');
    if (type === 'eXIf') orientation = readOrientation(reader.slice(at + 8, at + 8 + length));
    if (type === 'IDAT') hasData = true;
    if (type === 'IHDR') header = chunk;
    else if (NEEDED.has(type)) keepPart(parts, chunk);
    at = end;
    if (type === 'IEND') break;
  }
  if (!hasData) throw new BrokenFileError('The file has no image data');
  const exif = orientation === 1 ? [] : [writeChunk('eXIf', writeOrientation(orientation))];
  return { bytes: joinBytes([toBytes(SIGNATURE), header, ...exif, ...parts]), orientation };
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const body = joinBytes([toBytes(type), data]);
  return joinBytes([u32(data.length), body, u32(checksum(body))]);
}

/** CRC-32, for the short chunks written here. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
