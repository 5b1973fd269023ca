// One file of a ZIP archive, as its directory lists it.

/** As it lies there, or deflated. */
export const STORED = 0;
export const DEFLATED = 8;

export interface ZipEntry {
  name: string;
  method: typeof STORED | typeof DEFLATED;
  /** CRC-32 of the plain bytes. */
  crc: number;
  /** Bytes in the archive. */
  packed: number;
  /** Bytes once unpacked. */
  size: number;
  /** Of its header in the archive. */
  offset: number;
}

/** What no 32-bit field holds stands in a field of 64 bits elsewhere. */
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
/** The extra field that holds 64-bit numbers. */
export const EXTRA_64 = 1;
