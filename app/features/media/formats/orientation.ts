// EXIF orientation: 1 is upright, 5 to 8 are rotated by 90° or 270°.
import { joinBytes } from '~/lib/bytes';
import { BrokenFileError, ByteReader, toBytes, u16, u32 } from './bytes';

const TAG = 0x0112;
const SHORT = 3;

/** Reads the orientation from a TIFF block, the format of EXIF; 1 if it is missing. */
export function readOrientation(tiff: Uint8Array): number {
  try {
    const reader = new ByteReader(tiff);
    const order = reader.text(0, 2);
    if (order !== 'II' && order !== 'MM') return 1;
    const isLittle = order === 'II';
    const directory = reader.u32(4, isLittle);
    const count = reader.u16(directory, isLittle);
    for (let i = 0; i < count; i += 1) {
      const entry = directory + 2 + i * 12;
      if (reader.u16(entry, isLittle) !== TAG || reader.u16(entry + 2, isLittle) !== SHORT) continue;
      const value = reader.u16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    // Malformed EXIF does not make the image invalid.
    if (!(error instanceof BrokenFileError)) throw error;
  }
  return 1;
}

/** A TIFF block with the orientation only. */
export function writeOrientation(orientation: number): Uint8Array {
  return joinBytes([
    toBytes('MM\0*'),
    u32(8),
    u16(1),
    ...[u16(TAG), u16(SHORT), u32(1), u16(orientation), u16(0)],
    u32(0),
  ]);
}

/** Whether width and height swap. */
export function isOnItsSide(orientation: number): boolean {
  return orientation >= 5;
}
