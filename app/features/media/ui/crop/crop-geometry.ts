// Geometry of cropping and rotating. Rectangles are whole pixels of the rotated image, from its top left corner.

export interface Size {
  width: number;
  height: number;
}

export interface CropRect extends Size {
  x: number;
  y: number;
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

export const wholeImage = ({ width, height }: Size): CropRect => ({ x: 0, y: 0, width, height });

/** The size of an image after quarter turns. */
export const turnedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The same part of the image after a quarter turn. `size` is the image's size before the turn. */
export function turnRect({ x, y, width, height }: CropRect, size: Size, way: 'left' | 'right'): CropRect {
  const turned = { width: height, height: width };
  return way === 'right'
    ? { x: size.height - y - height, y: x, ...turned }
    : { x: y, y: size.width - x - width, ...turned };
}

const between = (value: number, least: number, most: number) =>
  Math.min(Math.max(Number.isFinite(value) ? Math.round(value) : least, least), most);

/** The nearest rectangle of whole pixels inside the image, at least 1 × 1. */
export function clampRect({ x, y, width, height }: CropRect, size: Size): CropRect {
  const inside = { width: between(width, 1, size.width), height: between(height, 1, size.height) };
  return {
    x: between(x, 0, size.width - inside.width),
    y: between(y, 0, size.height - inside.height),
    ...inside,
  };
}

/** The largest size with this aspect (width divided by height) that fits into `size`. */
function largestWithin({ width, height }: Size, aspect: number): Size {
  return width / height > aspect ? { width: height * aspect, height } : { width, height: width / aspect };
}

/** The largest rectangle with this aspect around the same center that fits into `rect`. */
export function fitAspect(rect: CropRect, size: Size, aspect: number | null): CropRect {
  if (aspect === null) return clampRect(rect, size);
  const fitted = largestWithin(rect, aspect);
  const x = rect.x + (rect.width - fitted.width) / 2;
  const y = rect.y + (rect.height - fitted.height) / 2;
  return clampRect({ x, y, ...fitted }, size);
}

/**
 * The rectangle after its corner was moved by `dx` and `dy`. The opposite corner stays. With an aspect, the
 * larger of the two movements decides.
 */
export function resizeRect(
  rect: CropRect,
  corner: Corner,
  { dx, dy }: { dx: number; dy: number },
  size: Size,
  aspect: number | null,
): CropRect {
  const west = corner.endsWith('w');
  const north = corner.startsWith('n');
  const room = {
    width: west ? rect.x + rect.width : size.width - rect.x,
    height: north ? rect.y + rect.height : size.height - rect.y,
  };
  const wanted = {
    width: between(rect.width + (west ? -dx : dx), 1, room.width),
    height: between(rect.height + (north ? -dy : dy), 1, room.height),
  };
  const next = aspect === null ? wanted : withAspect(wanted, dx, dy, room, aspect);
  const width = between(next.width, 1, room.width);
  const height = between(next.height, 1, room.height);
  return {
    x: west ? rect.x + rect.width - width : rect.x,
    y: north ? rect.y + rect.height - height : rect.y,
    width,
    height,
  };
}

function withAspect(wanted: Size, dx: number, dy: number, room: Size, aspect: number): Size {
  const most = largestWithin(room, aspect);
  const width = Math.abs(dx) >= Math.abs(dy) ? wanted.width : wanted.height * aspect;
  return width > most.width ? most : { width, height: width / aspect };
}
