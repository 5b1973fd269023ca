// Small images for tests, with the metadata that cameras and programs write.
import sharp from 'sharp';

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

export const SECRETS = ['SECRET-CAMERA', 'SECRET-TEXT', 'SECRET-PLACE'];

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-TEXT</x:xmpmeta>';

interface ImageFacts {
  width?: number;
  height?: number;
  /** EXIF orientation, 1 to 8. */
  orientation?: number;
  /** Adds EXIF and XMP metadata that contains `SECRETS`. */
  withMetadata?: boolean;
}

/** The upper half is red, the lower half blue. */
export async function drawImage(format: ImageFormat, facts: ImageFacts = {}): Promise<Uint8Array> {
  const { width = 64, height = 48, orientation, withMetadata = false } = facts;
  const half = await sharp({ create: { width, height: height / 2, channels: 3, background: '#c00020' } })
    .png()
    .toBuffer();
  let image = sharp({ create: { width, height, channels: 3, background: '#2040c0' } }).composite([
    { input: half, top: 0, left: 0 },
  ]);
  if (withMetadata) {
    image = image
      .withExif({
        IFD0: { Make: 'SECRET-CAMERA', ImageDescription: 'SECRET-PLACE' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1' },
      })
      .withXmp(XMP);
  }
  if (orientation) image = image.withMetadata({ orientation });
  return new Uint8Array(await image.toFormat(format, { lossless: format === 'webp' }).toBuffer());
}

/** An image of two frames. */
export async function drawAnimation(format: 'gif' | 'webp'): Promise<Uint8Array> {
  const [width, height] = [32, 20];
  const frames = Buffer.alloc(width * height * 2 * 3, 0x20).fill(0xc0, width * height * 3);
  const raw = { width, height: height * 2, channels: 3, pageHeight: height } as const;
  return new Uint8Array(await sharp(frames, { raw }).toFormat(format, { lossless: true }).toBuffer());
}

/** The secrets that a file contains, and the kinds of metadata it has. */
export async function listSecrets(file: Uint8Array): Promise<string[]> {
  const text = Buffer.from(file).toString('latin1');
  const { exif, xmp, comments } = await sharp(file).metadata();
  const hasData = (block: Uint8Array | undefined, atLeast = 0) =>
    (block?.length ?? 0) > atLeast && block?.some((byte) => byte !== 0);
  return [
    ...SECRETS.filter((secret) => text.includes(secret)),
    // The orientation alone takes 32 bytes.
    ...(hasData(exif, 40) ? ['EXIF'] : []),
    ...(hasData(xmp) ? ['XMP'] : []),
    ...(comments?.length ? ['texts'] : []),
  ];
}

/** Red, green and blue of a pixel, each 0 to 255. */
export async function pixelAt(file: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
