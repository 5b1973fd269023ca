// AVIF: nested boxes that refer to each other by file offsets, so metadata is overwritten in place. Rotation
// is a property (irot, imir), not EXIF, and stays.

import type { CleanedImage } from './bytes';
import { BrokenFileError, ByteReader, toBytes } from './bytes';

interface Box {
  type: string;
  /** Offset of the type. */
  typeAt: number;
  /** Offsets of the content. */
  from: number;
  to: number;
}

const TOP_LEVEL = new Set(['ftyp', 'meta', 'mdat']);
/** Types of metadata items. */
const METADATA = new Set(['Exif', 'mime', 'uri ']);
const MAX_ITEMS = 10_000;

export function isAvif(bytes: Uint8Array): boolean {
  return bytes.length > 16 && new ByteReader(bytes).text(4, 8) === 'ftypavif';
}

/** Whether the image is rotated by 90° or 270°, so that width and height swap. */
export function isAvifTurned(bytes: Uint8Array): boolean {
  const reader = new ByteReader(bytes);
  const meta = find(listBoxes(reader, 0, reader.length), 'meta');
  const properties = meta && find(listBoxes(reader, meta.from + 4, meta.to), 'iprp');
  const container = properties && find(listBoxes(reader, properties.from, properties.to), 'ipco');
  const turn = container && find(listBoxes(reader, container.from, container.to), 'irot');
  return turn ? (reader.u8(turn.from) & 1) === 1 : false;
}

/** @throws BrokenFileError */
export function cleanAvif(original: Uint8Array): CleanedImage {
  const bytes = original.slice();
  const reader = new ByteReader(bytes);
  const top = listBoxes(reader, 0, reader.length);
  const meta = find(top, 'meta');
  if (!meta || !find(top, 'mdat')) throw new BrokenFileError('The file has no image data');
  for (const box of top) {
    if (TOP_LEVEL.has(box.type)) continue;
    bytes.fill(0, box.from, box.to);
    bytes.set(toBytes('free'), box.typeAt);
  }
  const parts = listBoxes(reader, meta.from + 4, meta.to);
  const metadata = listMetadataItems(reader, find(parts, 'iinf'));
  const data = find(parts, 'idat');
  let blanked = 0;
  for (const { item, from, to, isInIdat } of listExtents(reader, find(parts, 'iloc'))) {
    const start = isInIdat ? (data?.from ?? 0) : 0;
    const extent = reader.slice(start + from, to === null ? reader.length : start + to);
    if (!metadata.has(item)) continue;
    // Overlapping extents could make this loop run for a very long time.
    blanked += extent.length;
    if (blanked > bytes.length) throw new BrokenFileError('Metadata extents exceed the file size');
    extent.fill(0);
  }
  return { bytes, orientation: 1 };
}

function find(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type);
}

function listBoxes(reader: ByteReader, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const short = reader.u32(at);
    const type = reader.text(at + 4, 4);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? reader.u32(at + 8) * 2 ** 32 + reader.u32(at + 12) : short || to - at;
    if (size < head || at + size > to) throw new BrokenFileError('A box extends past the end of the file');
    boxes.push({ type, typeAt: at + 4, from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

function listMetadataItems(reader: ByteReader, items: Box | undefined): Set<number> {
  const metadata = new Set<number>();
  if (!items) return metadata;
  const isLongCount = reader.u8(items.from) > 0;
  for (const { type, from } of listBoxes(reader, items.from + (isLongCount ? 8 : 6), items.to)) {
    const version = reader.u8(from);
    if (type !== 'infe' || version < 2) continue;
    const item = version === 2 ? reader.u16(from + 4) : reader.u32(from + 4);
    if (METADATA.has(reader.text(from + (version === 2 ? 8 : 10), 4))) metadata.add(item);
  }
  return metadata;
}

interface Extent {
  item: number;
  from: number;
  /** Null for the end of the file. */
  to: number | null;
  /** Offsets are relative to `idat`. */
  isInIdat: boolean;
}

function listExtents(reader: ByteReader, locations: Box | undefined): Extent[] {
  if (!locations) throw new BrokenFileError('The iloc box is missing');
  const version = reader.u8(locations.from);
  const sizes = reader.u16(locations.from + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15] as const;
  const indexSize = version > 0 ? sizes & 15 : 0;
  let at = locations.from + 6;
  const next = (size: number) => {
    at += size;
    if (size === 0) return 0;
    if (size === 2) return reader.u16(at - 2);
    if (size === 4) return reader.u32(at - 4);
    if (size === 8) return reader.u32(at - 8) * 2 ** 32 + reader.u32(at - 4);
    throw new BrokenFileError('Invalid field size in iloc');
  };
  const idSize = version < 2 ? 2 : 4;
  const count = next(idSize);
  if (count > MAX_ITEMS) throw new BrokenFileError('Too many items');
  const extents: Extent[] = [];
  for (let i = 0; i < count; i += 1) {
    const item = next(idSize);
    const method = version > 0 ? next(2) & 15 : 0;
    if (method > 1) throw new BrokenFileError('Unsupported construction method');
    next(2); // data reference index: this file
    const base = next(baseSize);
    for (let left = next(2); left > 0; left -= 1) {
      next(indexSize);
      const from = base + next(offsetSize);
      const length = next(lengthSize);
      extents.push({ item, from, to: length === 0 ? null : from + length, isInIdat: method === 1 });
      if (extents.length > MAX_ITEMS) throw new BrokenFileError('Too many extents');
    }
  }
  return extents;
}
