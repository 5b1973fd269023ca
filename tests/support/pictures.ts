// Pictures for tests, small, with all that cameras and programs write into them.
import sharp from 'sharp';

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

export const SECRETS = ['SECRET-CAMERA', 'SECRET-TEXT', 'SECRET-PLACE'];

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-TEXT</x:xmpmeta>';

interface PictureFacts {
  width?: number;
  height?: number;
  /** As EXIF counts. */
  orientation?: number;
  /** With the maker's secrets in it. */
  telling?: boolean;
}

/** Its upper half is red, the lower one blue. */
export async function drawPicture(format: PictureFormat, facts: PictureFacts = {}): Promise<Uint8Array> {
  const { width = 64, height = 48, orientation, telling = false } = facts;
  const half = await sharp({ create: { width, height: height / 2, channels: 3, background: '#c00020' } })
    .png()
    .toBuffer();
  let picture = sharp({ create: { width, height, channels: 3, background: '#2040c0' } }).composite([
    { input: half, top: 0, left: 0 },
  ]);
  if (telling) {
    picture = picture
      .withExif({
        IFD0: { Make: 'SECRET-CAMERA', ImageDescription: 'SECRET-PLACE' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 30/1' },
      })
      .withXmp(XMP);
  }
  if (orientation) picture = picture.withMetadata({ orientation });
  return new Uint8Array(await picture.toFormat(format, { lossless: format === 'webp' }).toBuffer());
}

/** Which of the secrets stand in a file, and whether it says where it was taken. */
export async function listSecrets(file: Uint8Array): Promise<string[]> {
  const text = Buffer.from(file).toString('latin1');
  const { exif, xmp, comments } = await sharp(file).metadata();
  const says = (block: Uint8Array | undefined, atLeast = 0) =>
    (block?.length ?? 0) > atLeast && block?.some((byte) => byte !== 0);
  return [
    ...SECRETS.filter((secret) => text.includes(secret)),
    // The orientation alone takes 32 bytes.
    ...(says(exif, 40) ? ['EXIF'] : []),
    ...(says(xmp) ? ['XMP'] : []),
    ...(comments?.length ? ['texts'] : []),
  ];
}

/** Red, green and blue at a place, each 0 to 255. */
export async function colourAt(file: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
