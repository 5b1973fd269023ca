// Whether an image has several frames. A canvas and a resized copy keep only the first.
import { hasSeveralFrames } from './gif';

/** Longer than all headers read here, including a color profile before PNG's animation chunk. */
export const HEADER_BYTES = 65_536;
/** The flag in WebP's extended header, and where its flags are. */
const [WEBP_ANIMATION, WEBP_FLAGS_AT] = [0x02, 20] as const;

/** Reads the headers of WebP, PNG and AVIF files, and the blocks of a GIF. @throws BrokenFileError for a malformed GIF */
export function isAnimated(bytes: Uint8Array): boolean {
  const header = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES));
  if (header.startsWith('GIF8')) return hasSeveralFrames(bytes);
  if (header.startsWith('WEBPVP8X', 8)) return ((bytes[WEBP_FLAGS_AT] ?? 0) & WEBP_ANIMATION) !== 0;
  if (header.startsWith('PNG', 1)) return header.split('IDAT', 1)[0]?.includes('acTL') ?? false;
  return /^.{4}ftyp(?:.{4}){0,12}avis/s.test(header);
}
