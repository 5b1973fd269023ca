// Draws a rotated and cropped image on a canvas, and encodes it as a file. Runs in the browser.
import { cutText } from '~/lib/text';
import { type CropRect, type Size, turnedSize } from './crop-geometry';

/** Draws `rect` of the image after quarter turns to the right, scaled to `width` pixels. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  turns: number,
  rect: CropRect,
  width = rect.width,
): void {
  const scale = width / rect.width;
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(rect.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  const natural: Size = { width: image.naturalWidth, height: image.naturalHeight };
  const turned = turnedSize(natural, turns);
  context.imageSmoothingQuality = 'high';
  context.scale(scale, scale);
  context.translate(turned.width / 2 - rect.x, turned.height / 2 - rect.y);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(image, -natural.width / 2, -natural.height / 2);
}

const QUALITY = 0.9;
const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Encodes the crop in the original's format. AVIF becomes WebP, because browsers don't encode AVIF. A browser
 * that can't encode the format makes a PNG.
 * @throws Error when the browser has no memory for the image
 */
export async function encodeCrop(
  image: HTMLImageElement,
  turns: number,
  rect: CropRect,
  original: { name: string; contentType: string },
): Promise<File> {
  const canvas = document.createElement('canvas');
  drawCrop(canvas, image, turns, rect);
  const type = original.contentType in EXTENSIONS ? original.contentType : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('The image could not be encoded');
  const base = cutText(original.name.replace(/\.\w{3,4}$/, ''), 0, 180);
  return new File([blob], `${base}-cropped.${EXTENSIONS[blob.type] ?? 'png'}`, { type: blob.type });
}
