// Reads and writes bytes of image files. Reading outside the file throws BrokenFileError.

/** The file is malformed or truncated. */
export class BrokenFileError extends Error {}

export class ByteReader {
  readonly #view: DataView;
  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get length(): number {
    return this.bytes.length;
  }
  u8(at: number): number {
    return this.#number(at, 1, () => this.#view.getUint8(at));
  }
  u16(at: number, littleEndian = false): number {
    return this.#number(at, 2, () => this.#view.getUint16(at, littleEndian));
  }
  u32(at: number, littleEndian = false): number {
    return this.#number(at, 4, () => this.#view.getUint32(at, littleEndian));
  }
  /** Latin-1. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.slice(at, at + length));
  }
  /** Returns a view, not a copy. */
  slice(from: number, to: number): Uint8Array {
    if (from < 0 || to < from || to > this.length)
      throw new BrokenFileError('A part extends past the end of the file');
    return this.bytes.subarray(from, to);
  }
  #number(at: number, size: number, read: () => number): number {
    if (at < 0 || at + size > this.length) throw new BrokenFileError('The file ends too early');
    return read();
  }
}

/** Limits the memory that a file of tiny blocks needs: 5 MB can contain a million. */
const MAX_PARTS = 50_000;

/**
 * Adds a part of a file to those that are kept. Adjacent parts become one.
 * @throws BrokenFileError for too many parts
 */
export function keepPart(parts: Uint8Array[], part: Uint8Array): void {
  const last = parts.at(-1);
  if (last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset)
    parts[parts.length - 1] = new Uint8Array(part.buffer, last.byteOffset, last.length + part.length);
  else if (parts.push(part) > MAX_PARTS) throw new BrokenFileError('Too many blocks');
}

/** Latin-1. */
export function toBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 255);
}

export function u32(value: number, littleEndian = false): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, littleEndian);
  return bytes;
}

export interface CleanedImage {
  bytes: Uint8Array;
  /** EXIF orientation, 1 to 8. If it is not 1, `bytes` still contains it. */
  orientation: number;
}
