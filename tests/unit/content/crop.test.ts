import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isAnimated } from '~/features/media/formats/is-animated';
import {
  clampRect,
  fitAspect,
  resizeRect,
  turnedSize,
  turnRect,
} from '../../../app/features/media/ui/crop/crop-geometry';
import { drawAnimation, drawImage } from '../../support/images';

const size = { width: 400, height: 200 };
const rect = { x: 10, y: 20, width: 100, height: 50 };

it('rotates a rectangle with the image, and back', () => {
  const right = turnRect(rect, size, 'right');
  expect(right).toEqual({ x: 130, y: 10, width: 50, height: 100 });
  expect(turnRect(right, turnedSize(size, 1), 'left')).toEqual(rect);
  expect(turnedSize(size, 1)).toEqual({ width: 200, height: 400 });
  expect(turnedSize(size, 2)).toEqual(size);
});

it('keeps a rectangle inside the image and at least one pixel large', () => {
  expect(clampRect({ x: 390, y: -5, width: 100, height: 0 }, size)).toEqual({
    x: 300,
    y: 0,
    width: 100,
    height: 1,
  });
  expect(clampRect({ x: Number.NaN, y: 0, width: 999, height: 999 }, size)).toEqual({ x: 0, y: 0, ...size });
});

it('fits an aspect around the center', () => {
  expect(fitAspect({ x: 0, y: 0, ...size }, size, 1)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
  expect(fitAspect(rect, size, null)).toEqual(rect);
});

it('resizes from a corner and leaves the opposite corner in place', () => {
  expect(resizeRect(rect, 'nw', { dx: 5, dy: -10 }, size, null)).toEqual({
    x: 15,
    y: 10,
    width: 95,
    height: 60,
  });
  expect(resizeRect(rect, 'se', { dx: 20, dy: 1 }, size, 2)).toEqual({ ...rect, width: 120, height: 60 });
});

it('keeps the aspect at the edge of the image', () => {
  expect(resizeRect(rect, 'se', { dx: 999, dy: 0 }, size, 2)).toEqual({ ...rect, width: 360, height: 180 });
  expect(resizeRect(rect, 'nw', { dx: -999, dy: 0 }, size, 2)).toEqual({
    x: 0,
    y: 15,
    width: 110,
    height: 55,
  });
});

it('recognizes images with several frames', async () => {
  expect(isAnimated(await drawAnimation('webp'))).toBe(true);
  expect(isAnimated(await drawAnimation('gif'))).toBe(true);
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
    expect(isAnimated(await drawImage(format, { withMetadata: true })), format).toBe(false);
  const png = Buffer.from(await drawImage('png'));
  const at = png.indexOf('IDAT') - 4;
  const control = Buffer.from('\0\0\0\u0008acTL\0\0\0\u0002\0\0\0\0crc.', 'latin1');
  expect(isAnimated(Buffer.concat([png.subarray(0, at), control, png.subarray(at)]))).toBe(true);
  const avif = Buffer.from(await drawImage('avif'));
  avif.write('avis', 8, 'latin1');
  expect(isAnimated(avif)).toBe(true);
  expect(isAnimated(new Uint8Array())).toBe(false);
  const extended = await sharp(await drawImage('webp'))
    .ensureAlpha(0.5)
    .webp()
    .toBuffer();
  expect(extended.toString('latin1', 12, 16)).toBe('VP8X');
  expect(isAnimated(extended)).toBe(false);
});
