// Creates the parts of a ZIP archive for writing them in sequence, possibly over several runs; the caller
// keeps the entries and the offset. Archives over 4 GB or 65,535 files use ZIP64.
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

const VERSION = 45;
/** Flag: names are UTF-8. */
const FLAGS = 0x0800;

export interface PackedFile {
  entry: ZipEntry;
  /** Header and data, to be written at `entry.offset`. */
  bytes: Uint8Array;
}

/** A file with its header. Images are already compressed; use `deflate` for text. */
export async function packFile(
  name: string,
  plain: Uint8Array,
  { offset, modified, deflate = false }: { offset: number; modified: Date; deflate?: boolean },
): Promise<PackedFile> {
  const data = deflate ? await deflated(plain) : plain;
  const entry: ZipEntry = {
    name,
    method: deflate ? DEFLATED : STORED,
    crc: crc32(plain),
    packed: data.length,
    size: plain.length,
    offset,
  };
  const encoded = new TextEncoder().encode(name);
  const header = new DataView(new ArrayBuffer(LOCAL_BYTES));
  header.setUint32(0, SIGNATURES.local, true);
  writeFacts(header, 4, entry, modified);
  header.setUint16(26, encoded.length, true);
  return { entry, bytes: joinBytes([bytesOf(header), encoded, data]) };
}

/**
 * The end of an archive: its directory with `entries` in the order they were written. `offset` is where it
 * starts.
 */
export function packDirectory(entries: readonly ZipEntry[], offset: number, modified: Date): Uint8Array {
  const directory = joinBytes(entries.map((entry) => packCentral(entry, modified)));
  const isLarge = entries.length >= MAX_16 || offset + directory.length >= MAX_32;
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, SIGNATURES.end, true);
  const count = Math.min(entries.length, MAX_16);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, Math.min(directory.length, MAX_32), true);
  end.setUint32(16, Math.min(offset, MAX_32), true);
  const end64 = isLarge ? [packEnd64(entries.length, directory.length, offset)] : [];
  return joinBytes([directory, ...end64, bytesOf(end)]);
}

function packCentral(entry: ZipEntry, modified: Date): Uint8Array {
  const name = new TextEncoder().encode(entry.name);
  const extra = entry.offset >= MAX_32 ? new DataView(new ArrayBuffer(12)) : null;
  extra?.setUint16(0, EXTRA_64, true);
  extra?.setUint16(2, 8, true);
  extra?.setBigUint64(4, BigInt(entry.offset), true);
  const head = new DataView(new ArrayBuffer(CENTRAL_BYTES));
  head.setUint32(0, SIGNATURES.central, true);
  head.setUint16(4, VERSION, true);
  writeFacts(head, 6, entry, modified);
  head.setUint16(28, name.length, true);
  head.setUint16(30, extra?.byteLength ?? 0, true);
  head.setUint32(42, Math.min(entry.offset, MAX_32), true);
  return joinBytes([bytesOf(head), name, ...(extra ? [bytesOf(extra)] : [])]);
}

/** The fields that both headers of a file share, from the required version to the two lengths. */
function writeFacts(view: DataView, at: number, entry: ZipEntry, modified: Date): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint16(at + 4, entry.method, true);
  const years = Math.max(0, modified.getUTCFullYear() - 1980);
  const time =
    (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  view.setUint16(at + 6, time, true);
  view.setUint16(at + 8, (years << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(), true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.packed, true);
  view.setUint32(at + 18, entry.size, true);
}

function packEnd64(count: number, size: number, offset: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(END64_BYTES + LOCATOR64_BYTES));
  view.setUint32(0, SIGNATURES.end64, true);
  view.setBigUint64(4, BigInt(END64_BYTES - 12), true);
  view.setUint16(12, VERSION, true);
  view.setUint16(14, VERSION, true);
  view.setBigUint64(24, BigInt(count), true);
  view.setBigUint64(32, BigInt(count), true);
  view.setBigUint64(40, BigInt(size), true);
  view.setBigUint64(48, BigInt(offset), true);
  view.setUint32(END64_BYTES, SIGNATURES.locator64, true);
  view.setBigUint64(END64_BYTES + 8, BigInt(offset + size), true);
  view.setUint32(END64_BYTES + 16, 1, true);
  return bytesOf(view);
}

async function deflated(plain: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([plain as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const bytesOf = (view: DataView) => new Uint8Array(view.buffer);
