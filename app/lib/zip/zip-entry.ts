// An entry of a ZIP archive's directory.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) {
    crc = (TABLE[(crc ^ (bytes[i] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Uncompressed, or deflated. */
export const STORED = 0;
export const DEFLATED = 8;

export interface ZipEntry {
  name: string;
  method: typeof STORED | typeof DEFLATED;
  /** CRC-32 of the uncompressed bytes. */
  crc: number;
  /** Compressed size in bytes. */
  packed: number;
  /** Uncompressed size in bytes. */
  size: number;
  /** Position of the file's header in the archive. */
  offset: number;
}

/** A field with its maximum value means that the number is in a 64-bit field. */
export const MAX_32 = 0xffffffff;
export const MAX_16 = 0xffff;

export const SIGNATURES = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;
export const LOCATOR64_BYTES = 20;
export const END64_BYTES = 56;
/** The id of the ZIP64 extra field. */
export const EXTRA_64 = 1;
