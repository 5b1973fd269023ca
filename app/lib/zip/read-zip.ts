// Reads a ZIP archive from remote storage: first its directory, then single files. Archives are untrusted, so
// every size and offset is checked.
import { joinBytes } from '../bytes';
import {
  CENTRAL_BYTES,
  crc32,
  DEFLATED,
  END_BYTES,
  END64_BYTES,
  EXTRA_64,
  LOCAL_BYTES,
  LOCATOR64_BYTES,
  MAX_16,
  MAX_32,
  SIGNATURES,
  STORED,
  type ZipEntry,
} from './zip-entry';

/** A file that supports partial reads. */
export interface ByteSource {
  size: number;
  /** Exactly this many bytes. Rejects when the file has fewer. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** The file is not a ZIP archive, or is damaged. */
export class BrokenZipError extends Error {}

const LONGEST_COMMENT = MAX_16;
const LARGEST_DIRECTORY = 64 * 1024 * 1024;
/** Bytes to read in addition for the variable fields between a file's header and its data; usually enough. */
const USUAL_EXTRA = 256;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Lists all files of the archive. @throws BrokenZipError */
export async function readDirectory(source: ByteSource): Promise<ZipEntry[]> {
  try {
    const { count, size, offset } = await findDirectory(source);
    if (size > LARGEST_DIRECTORY) throw new BrokenZipError('Its directory is too long');
    return parseDirectory(await source.read(offset, size), count);
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenZipError('It is truncated');
    throw error;
  }
}

interface Place {
  count: number;
  size: number;
  offset: number;
}

async function findDirectory(source: ByteSource): Promise<Place> {
  const length = Math.min(source.size, END_BYTES + LONGEST_COMMENT + LOCATOR64_BYTES);
  const tail = viewOf(await source.read(source.size - length, length));
  for (let at = length - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== SIGNATURES.end) continue;
    const place = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    const locator = at - LOCATOR64_BYTES;
    const isLarge = locator >= 0 && tail.getUint32(locator, true) === SIGNATURES.locator64;
    const found = isLarge ? await readEnd64(source, numberAt(tail, locator + 8)) : place;
    if (found.offset + found.size > source.size) throw new BrokenZipError('It is truncated');
    return found;
  }
  throw new BrokenZipError('It is not a ZIP file');
}

async function readEnd64(source: ByteSource, offset: number): Promise<Place> {
  if (offset + END64_BYTES > source.size) throw new BrokenZipError('It is truncated');
  const view = viewOf(await source.read(offset, END64_BYTES));
  if (view.getUint32(0, true) !== SIGNATURES.end64) throw new BrokenZipError('Its end record is damaged');
  return { count: numberAt(view, 32), size: numberAt(view, 40), offset: numberAt(view, 48) };
}

function numberAt(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new BrokenZipError('It refers to data outside the file');
  return value;
}

function parseDirectory(bytes: Uint8Array, count: number): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (view.getUint32(at, true) !== SIGNATURES.central) throw new BrokenZipError('Its directory is damaged');
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    if (flags & 1) throw new BrokenZipError('It is encrypted');
    if (method !== STORED && method !== DEFLATED)
      throw new BrokenZipError('It uses an unsupported compression method');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const commentLength = view.getUint16(at + 32, true);
    const nameAt = at + CENTRAL_BYTES;
    const numbers = [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ];
    const [size = 0, packed = 0, offset = 0] = widen(view, numbers, nameAt + nameLength, extraLength);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameLength)),
      method,
      crc: view.getUint32(at + 16, true),
      packed,
      size,
      offset,
    });
    at = nameAt + nameLength + extraLength + commentLength;
  }
  return entries;
}

/**
 * Reads sizes and offset, taking values that exceed 32 bits from the ZIP64 extra field, in its fixed order.
 */
function widen(view: DataView, numbers: number[], from: number, length: number): number[] {
  let at = from;
  const end = from + length;
  while (at + 4 <= end) {
    const fieldEnd = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === EXTRA_64) {
      let next = at + 4;
      return numbers.map((number) => {
        if (number !== MAX_32 || next + 8 > fieldEnd) return number;
        next += 8;
        return numberAt(view, next - 8);
      });
    }
    at = fieldEnd;
  }
  return numbers;
}

/**
 * A file's uncompressed bytes, verified against its checksum.
 * @param limit the maximum size, compressed and uncompressed, regardless of the sizes in the directory
 * @throws BrokenZipError
 */
export async function readEntry(source: ByteSource, entry: ZipEntry, limit: number): Promise<Uint8Array> {
  const { name, offset, packed, size, method, crc } = entry;
  if (packed > limit || size > limit) throw new BrokenZipError(`${name} is too large`);
  const nameLength = new TextEncoder().encode(name).length;
  const guess = Math.min(LOCAL_BYTES + nameLength + USUAL_EXTRA + packed, source.size - offset);
  if (guess < LOCAL_BYTES) throw new BrokenZipError(`${name} is missing`);
  const head = await source.read(offset, guess);
  const view = viewOf(head);
  if (view.getUint32(0, true) !== SIGNATURES.local) throw new BrokenZipError(`${name} is missing`);
  const from = LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (offset + from + packed > source.size) throw new BrokenZipError(`${name} is cut off`);
  const isRead = from + packed <= head.length;
  const data = isRead ? head.subarray(from, from + packed) : await source.read(offset + from, packed);
  const plain = method === DEFLATED ? await inflate(data, limit) : data;
  if (plain.length !== size || crc32(plain) !== crc) throw new BrokenZipError(`${name} is damaged`);
  return plain;
}

/** Stops at the limit while inflating: a small file can expand to a huge one (ZIP bomb). */
async function inflate(data: Uint8Array, limit: number): Promise<Uint8Array> {
  const reader = new Blob([data as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > limit) {
        await reader.cancel();
        throw new BrokenZipError('It expands to more than the limit');
      }
      pieces.push(read.value);
    }
  } catch (error) {
    if (error instanceof BrokenZipError) throw error;
    throw new BrokenZipError('It is damaged');
  }
  return joinBytes(pieces);
}
