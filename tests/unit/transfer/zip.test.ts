// ZIP archives, written and read piece by piece.
import { describe, expect, it } from 'vitest';
import { joinBytes } from '~/lib/bytes';
import { BrokenZipError, type ByteSource, readDirectory, readEntry } from '~/lib/zip/read-zip';
import { packDirectory, packFile } from '~/lib/zip/write-zip';
import type { ZipEntry } from '~/lib/zip/zip-entry';
import { crc32 } from '~/lib/zip/zip-entry';

const MODIFIED = new Date('2026-03-04T05:06:08Z');
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (plain: Uint8Array) => new TextDecoder().decode(plain);
const LIMIT = 10_000_000;

async function zip(files: Record<string, { plain: Uint8Array; deflate?: boolean }>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (const [name, { plain, deflate }] of Object.entries(files)) {
    const packed = await packFile(name, plain, {
      offset,
      modified: MODIFIED,
      ...(deflate !== undefined && { deflate }),
    });
    pieces.push(packed.bytes);
    entries.push(packed.entry);
    offset += packed.bytes.length;
  }
  return joinBytes([...pieces, packDirectory(entries, offset, MODIFIED)]);
}

/** The archive after `shift` bytes of padding. */
function sourceOf(archive: Uint8Array, shift = 0): ByteSource {
  return {
    size: archive.length + shift,
    async read(offset, length) {
      if (offset < 0 || offset + length > archive.length + shift) throw new BrokenZipError('It is truncated');
      const nothing = new Uint8Array(Math.max(0, Math.min(length, shift - offset)));
      const from = Math.max(0, offset - shift);
      return joinBytes([nothing, archive.slice(from, Math.max(from, offset + length - shift))]);
    },
  };
}

const SAMPLE = {
  'data/words.txt': { plain: bytes('On billing. '.repeat(500)), deflate: true },
  'media/é.png': { plain: Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) & 255) },
  empty: { plain: new Uint8Array() },
};

describe('archive', () => {
  it('returns its input, text compressed and images stored', async () => {
    const source = sourceOf(await zip(SAMPLE));
    const entries = await readDirectory(source);
    expect(entries.map(({ name }) => name)).toEqual(Object.keys(SAMPLE));
    expect(entries[0]?.packed).toBeLessThan(200);
    for (const entry of entries) {
      const { plain } = SAMPLE[entry.name as keyof typeof SAMPLE];
      expect(await readEntry(source, entry, LIMIT)).toEqual(plain);
    }
  });

  it('may be larger than 4 GB and contain more than 65,535 files', async () => {
    const far = 5 * 2 ** 32;
    const { entry, bytes: packed } = await packFile('far.txt', bytes('far'), {
      offset: far,
      modified: MODIFIED,
    });
    const end = packDirectory([entry], far + packed.length, MODIFIED);
    const source = sourceOf(joinBytes([packed, end]), far);
    const [found] = await readDirectory(source);
    expect(found).toEqual(entry);
    expect(text(await readEntry(source, entry, LIMIT))).toBe('far');

    const many = Array.from({ length: 70_000 }, (_, i) => ({ ...entry, name: `${i}`, offset: i }));
    const directory = packDirectory(many, 0, MODIFIED);
    expect((await readDirectory(sourceOf(directory))).length).toBe(70_000);
  });
});

describe('manipulated archive', () => {
  it('is rejected if a file was changed, truncated or expands too far', async () => {
    const archive = await zip(SAMPLE);
    const [words, image] = (await readDirectory(sourceOf(archive))) as [ZipEntry, ZipEntry, ZipEntry];
    const changed = archive.slice();
    const at = image.offset + 100;
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(readEntry(sourceOf(changed), image, LIMIT)).rejects.toThrow('is damaged');
    await expect(readEntry(sourceOf(archive), words, 1000)).rejects.toThrow('too large');
    const mislabeled = { ...words, size: 900 };
    await expect(readEntry(sourceOf(archive), mislabeled, 1000)).rejects.toThrow(
      'expands to more than the limit',
    );
    await expect(readEntry(sourceOf(archive), { ...image, offset: 3 }, LIMIT)).rejects.toThrow('is missing');
    await expect(readEntry(sourceOf(archive), { ...image, offset: 1e9 }, LIMIT)).rejects.toThrow(
      'is missing',
    );
  });

  it('is rejected or read with any byte of its directory changed', async () => {
    const archive = await zip(SAMPLE);
    await expect(readDirectory(sourceOf(archive.slice(0, -10)))).rejects.toThrow(BrokenZipError);
    await expect(readDirectory(sourceOf(archive.slice(200)))).rejects.toThrow(BrokenZipError);
    await expect(readDirectory(sourceOf(bytes('no archive')))).rejects.toThrow(BrokenZipError);
    await expect(readDirectory(sourceOf(new Uint8Array()))).rejects.toThrow(BrokenZipError);
    // Inverts each byte of the directory and the end record: the result is an answer or a rejection, never
    // another error.
    for (let at = archive.length - 250; at < archive.length; at += 1) {
      const broken = archive.slice();
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      const outcome = await readDirectory(sourceOf(broken)).catch((error) => error);
      expect(Array.isArray(outcome) || outcome instanceof BrokenZipError, String(outcome)).toBe(true);
    }
  });
});

it('computes the standard CRC-32', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926);
});
