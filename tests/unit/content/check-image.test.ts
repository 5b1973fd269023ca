// How an uploaded image file is checked and cleaned.
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { checkImage } from '~/features/media/check-image.server';
import { readDataAddress } from '~/features/media/embedded/embedded-images';
import { cleanAvif } from '~/features/media/formats/avif';
import { drawImage, type ImageFormat, listSecrets, pixelAt } from '../../support/images';

const FORMATS: ImageFormat[] = ['jpeg', 'png', 'gif', 'webp', 'avif'];
const TEXT = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function refusalOf(bytes: Uint8Array, type = ''): string {
  try {
    checkImage(bytes, type);
    return 'taken';
  } catch (error) {
    return `${(error as { title: string }).title}: ${(error as Error).message}`;
  }
}

const INVALID = 'Invalid File: Please select an image file';
const TOO_LARGE = 'File Too Large: Please select an image smaller than 5MB';

describe.each(FORMATS)('%s', (format) => {
  it('is recognized by its bytes, measured, and visually unchanged', async () => {
    const original = await drawImage(format);
    const image = checkImage(original, 'image/jpeg');
    expect(image).toMatchObject({ contentType: `image/${format}`, width: 64, height: 48, orientation: 1 });
    const [red, , blue] = await pixelAt(image.bytes, 32, 10);
    expect(red).toBeGreaterThan(150);
    expect(blue).toBeLessThan(90);
  });

  it('loses its metadata', async () => {
    const original = await drawImage(format, { withMetadata: true });
    if (format !== 'gif')
      expect(await listSecrets(original)).toEqual(expect.arrayContaining(['SECRET-CAMERA']));
    expect(await listSecrets(checkImage(original).bytes)).toEqual([]);
  });

  it('is rejected when it is truncated', async () => {
    const whole = await drawImage(format, { width: 200, height: 200, withMetadata: true });
    for (const share of [0.02, 0.3, 0.6, 0.95, 0.999]) {
      expect(refusalOf(whole.slice(0, Math.floor(whole.length * share))), `${share}`).toBe(INVALID);
    }
  });

  it('is not changed by cleaning it again', async () => {
    const once = checkImage(await drawImage(format, { withMetadata: true })).bytes;
    expect(checkImage(once).bytes).toEqual(once);
  });
});

describe('data after an image', () => {
  const tail = TEXT('<script>alert(1)</script>SECRET-TEXT');
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('is cut off a %s', async (format) => {
    const { bytes } = checkImage(joined(await drawImage(format), tail));
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('script');
  });

  it('is removed from an AVIF, with unknown boxes', async () => {
    const avif = await drawImage('avif');
    expect(refusalOf(joined(avif, tail))).toBe(INVALID);
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, 8 + tail.length);
    const { bytes } = checkImage(joined(avif, size, TEXT('uuid'), tail));
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('script');
    expect((await sharp(bytes).metadata()).width).toBe(64);
  });
});

describe('text in an image', () => {
  it('is removed: comments of JPEG and GIF, text chunks of PNG', async () => {
    const comment = TEXT('SECRET-TEXT');
    const jpeg = await drawImage('jpeg');
    const withComment = joined(
      jpeg.slice(0, 2),
      Uint8Array.of(0xff, 0xfe, 0, comment.length + 2),
      comment,
      jpeg.slice(2),
    );
    const gif = await drawImage('gif');
    const [image, trailer] = [gif.slice(0, -1), gif.slice(-1)];
    const withText = joined(
      image,
      Uint8Array.of(0x21, 0xfe, comment.length),
      comment,
      Uint8Array.of(0),
      trailer,
    );
    const png = await drawImage('png');
    const chunk = joined(Uint8Array.of(0, 0, 0, comment.length), TEXT('tEXt'), comment, new Uint8Array(4));
    const withChunk = joined(png.slice(0, 33), chunk, png.slice(33));
    for (const file of [withComment, withText, withChunk]) {
      expect(Buffer.from(file).toString('latin1')).toContain('SECRET-TEXT');
      expect(Buffer.from(checkImage(file).bytes).toString('latin1')).not.toContain('SECRET-TEXT');
    }
  });

  it('is removed without breaking an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    for (const format of ['gif', 'webp'] as const) {
      const film = await sharp(frames, { join: { animated: true } })
        .toFormat(format, { loop: 0 })
        .toBuffer();
      const { bytes, width, height } = checkImage(new Uint8Array(film));
      expect([width, height]).toEqual([20, 20]);
      expect((await sharp(bytes).metadata()).pages, format).toBe(3);
    }
  });
});

describe('EXIF orientation', () => {
  it.each([
    'jpeg',
    'png',
    'webp',
  ] as const)('is all that remains of %s and determines width and height', async (format) => {
    const image = checkImage(await drawImage(format, { orientation: 6, withMetadata: true }));
    expect(image).toMatchObject({ orientation: 6, width: 48, height: 64 });
    expect((await sharp(image.bytes).metadata()).orientation).toBe(6);
    expect(await listSecrets(image.bytes)).toEqual([]);
  });
});

describe('rejected', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['text', TEXT('Hello, I am an image. Really.')],
    ['HTML', TEXT('<!doctype html><script>alert(1)</script>')],
    ['SVG', TEXT('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG after an XML declaration', TEXT('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF', TEXT('%PDF-1.7\n%âãÏÓ')],
    ['a bitmap', joined(TEXT('BM'), new Uint8Array(100))],
    ['a TIFF', joined(TEXT('II*\0'), new Uint8Array(100))],
    ['a GIF with a script in its size', TEXT('GIF89a/*\0\0\0\0*/=1;alert(1)')],
    ['a JPEG header followed by HTML', joined(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), TEXT('<html><script>'))],
    ['a PNG header only', joined(Uint8Array.of(0x89), TEXT('PNG\r\n\x1a\n'))],
    ['a video declared as AVIF', joined(Uint8Array.of(0, 0, 0, 24), TEXT('ftypavif'), new Uint8Array(200))],
  ])('%s', (_, bytes) => {
    for (const type of ['', 'image/jpeg', 'image/png']) expect(refusalOf(bytes, type)).toBe(INVALID);
  });

  it('rejects an image with the wrong type', async () => {
    const image = await drawImage('png');
    for (const type of ['text/html', 'application/pdf', 'image/svg+xml', 'video/mp4'])
      expect(refusalOf(image, type), type).toBe(INVALID);
    for (const type of ['image/png', 'image/jpg', '', 'application/octet-stream', 'binary/octet-stream'])
      expect(refusalOf(image, type), type).toBe('taken');
  });

  it('accepts 5MB and rejects one byte more', async () => {
    const image = await drawImage('png');
    const grown = (size: number) => joined(image, new Uint8Array(size - image.length));
    expect(refusalOf(grown(5 * 1024 * 1024))).toBe('taken');
    expect(refusalOf(grown(5 * 1024 * 1024 + 1))).toBe(TOO_LARGE);
    expect(refusalOf(new Uint8Array(6 * 1024 * 1024)), 'an invalid image is reported as such first').toBe(
      INVALID,
    );
  });

  it('rejects too many pixels', async () => {
    const bomb = (width: number, height: number) => {
      const header = new Uint8Array(25);
      const view = new DataView(header.buffer);
      view.setUint32(0, 13);
      header.set(TEXT('IHDR'), 4);
      view.setUint32(8, width);
      view.setUint32(12, height);
      header.set([8, 2], 16);
      const chunk = (type: string) => joined(new Uint8Array(4), TEXT(type), new Uint8Array(4));
      return joined(Uint8Array.of(0x89), TEXT('PNG\r\n\x1a\n'), header, chunk('IDAT'), chunk('IEND'));
    };
    expect(refusalOf(bomb(10_000, 5_000))).toBe('taken');
    for (const [width, height] of [
      [10_000, 5_001],
      [20_000, 10],
      [100_000, 100_000],
      [4_294_967_295, 1],
    ] as const)
      expect(refusalOf(bomb(width, height))).toMatch(/^File Too Large: Please select an image of at most/);
    expect(refusalOf(bomb(0, 10))).toBe(INVALID);
    // Larger than its header declares.
    const [small, large] = [bomb(10, 10), bomb(60_000, 60_000)];
    expect(refusalOf(joined(small.slice(0, 33), large.slice(8)))).toBe(INVALID);
    const frame = (side: number) =>
      joined(
        TEXT('GIF89a'),
        Uint8Array.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255),
        Uint8Array.of(0x2c, 0, 0, 0, 0, side & 255, side >> 8, side & 255, side >> 8, 0),
        Uint8Array.of(2, 2, 0x44, 1, 0, 0x3b),
      );
    expect([refusalOf(frame(100)), refusalOf(frame(60_000))]).toEqual(['taken', INVALID]);
  });
});

describe('AVIF with overlapping metadata', () => {
  it('is rejected before it is blanked repeatedly', () => {
    const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255);
    const box = (type: string, ...parts: Uint8Array[]) => {
      const content = joined(...parts);
      const size = content.length + 8;
      return joined(Uint8Array.of(0, 0, size >> 8, size & 255), TEXT(type), content);
    };
    const file = (times: number) => {
      const version = (number: number) => Uint8Array.of(number, 0, 0, 0);
      const item = box('infe', version(2), u16(1), u16(0), TEXT('Exif'), Uint8Array.of(0));
      // One item in parts of 40 bytes, all from the file's beginning except the box that declares its type.
      const extent = joined(u16(24), u16(40));
      const places = box(
        'iloc',
        version(0),
        Uint8Array.of(0x44 >> 1, 0),
        u16(1),
        u16(1),
        u16(0),
        u16(times),
        ...Array.from({ length: times }, () => extent),
      );
      return joined(
        box('ftyp', TEXT('avif'), new Uint8Array(8)),
        box('meta', version(0), box('iinf', version(0), u16(1), item), places),
        box('mdat', new Uint8Array(64)),
      );
    };
    expect(cleanAvif(file(1)).bytes.slice(24, 64)).toEqual(new Uint8Array(40));
    expect(() => cleanAvif(file(200))).toThrow('Metadata extents exceed the file size');
  });
});

describe('a file of tiny blocks', () => {
  /** The place for more blocks, a block that is kept, and one that is removed. */
  const SHAPES: [ImageFormat, number, Uint8Array, Uint8Array][] = [
    ['gif', -1, Uint8Array.of(0x21, 0xf9, 0), Uint8Array.of(0x21, 0xfe, 0)],
    ['jpeg', -2, Uint8Array.of(0xff, 0x01), Uint8Array.of(0xff, 0xfe, 0, 2)],
    [
      'webp',
      Number.POSITIVE_INFINITY,
      joined(TEXT('ANIM'), new Uint8Array(4)),
      joined(TEXT('XXXX'), new Uint8Array(4)),
    ],
    [
      'png',
      33,
      joined(new Uint8Array(4), TEXT('pHYs'), new Uint8Array(4)),
      joined(new Uint8Array(4), TEXT('tEXt'), new Uint8Array(4)),
    ],
  ];

  it.each(
    SHAPES,
  )('is a valid %s unless too many are removed between others', async (format, place, kept, removed) => {
    const image = await drawImage(format);
    const withBlocks = (...blocks: Uint8Array[]) => {
      const file = joined(
        image.slice(0, place),
        ...Array.from({ length: 60_000 }, () => blocks).flat(),
        ...(place < image.length ? [image.slice(place)] : []),
      );
      if (format === 'webp') new DataView(file.buffer).setUint32(4, file.length - 8, true);
      return file;
    };
    const valid = withBlocks(kept, kept);
    expect(Buffer.compare(checkImage(valid).bytes, valid)).toBe(0);
    expect(refusalOf(withBlocks(kept, removed))).toBe(INVALID);
  });
});

describe('an image in a data: URL', () => {
  const toUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

  it('is decoded up to 5MB, and not at all if it is larger', () => {
    const atLimit = new Uint8Array(5 * 1024 * 1024).fill(7);
    const read = readDataAddress(toUrl(atLimit));
    expect(read?.type).toBe('image/png');
    expect(Buffer.compare(read?.bytes ?? new Uint8Array(), atLimit)).toBe(0);
    const decode = vi.spyOn(globalThis, 'atob');
    expect(readDataAddress(toUrl(new Uint8Array(5 * 1024 * 1024 + 10)))).toBeNull();
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });
});
