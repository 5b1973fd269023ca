// The focal point of an image: the part that stays visible wherever the image is cropped. It is the end of the
// image's URL (`/media/….jpg#focus=30,70`), so that each use of a file can have its own.

/** Percent from the left and from the top, in steps of `FOCUS_STEP`. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** Each position has a style rule (styles/base/focal-point.css). */
export const FOCUS_STEP = 10;
/** Coarser, because each position of a social image is a stored file. */
const SOCIAL_STEP = 25;
export const CENTER: FocalPoint = { x: 50, y: 50 };

const FOCUS = /#focus=(\d{1,3}),(\d{1,3})$/;

const toStep = (percent: number, step: number) =>
  Math.round(Math.min(Math.max(percent, 0), 100) / step) * step;

/** @param percent may lie outside the image */
export const toFocalPoint = (percent: FocalPoint, step = FOCUS_STEP): FocalPoint => ({
  x: toStep(percent.x, step),
  y: toStep(percent.y, step),
});

export const isCentered = ({ x, y }: FocalPoint): boolean => x === CENTER.x && y === CENTER.y;

/** Null if the URL names no focal point. */
export function readFocus(url: string): FocalPoint | null {
  const [, x, y] = FOCUS.exec(url) ?? [];
  return x === undefined ? null : toFocalPoint({ x: Number(x), y: Number(y) });
}

/** The URL of the file. */
export const withoutFocus = (url: string): string => url.replace(FOCUS, '');

/** The URL with this focal point instead of its own. The center is the default and is left out. */
export function withFocus(url: string, focus: FocalPoint | null): string {
  const file = withoutFocus(url);
  return file && focus && !isCentered(focus) ? `${file}#focus=${focus.x},${focus.y}` : file;
}

/** The classes that move a cropped image; '' for the default position. */
export function focusClass(url: string): string {
  const focus = readFocus(url);
  return focus ? `focus-x-${focus.x} focus-y-${focus.y}` : '';
}

/** Where social images are cropped: in steps of 25 %; null for the center. */
export function socialFocus(focus: FocalPoint | null): FocalPoint | null {
  const point = focus && toFocalPoint(focus, SOCIAL_STEP);
  return point && !isCentered(point) ? point : null;
}

/** Every position of a social image except the center. */
export function listSocialFocuses(): FocalPoint[] {
  const steps = Array.from({ length: 100 / SOCIAL_STEP + 1 }, (_, i) => i * SOCIAL_STEP);
  return steps.flatMap((x) => steps.map((y) => ({ x, y }))).filter((point) => !isCentered(point));
}
