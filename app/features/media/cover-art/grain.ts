// Grain, as of a litho stone. The turbulence is drawn once on a small tile and repeated: a filter over the whole
// stage costs 250 ms at 1600x1000, the tile 15 ms, and nobody can tell them apart.
import type { Paint } from './shapes';
import { linearFill, type Sheet } from './sheet';

const TILE = 420;

/** A pattern of specks in one colour. Density 0 to 1: how many there are and how sharp. */
export function grainPattern(sheet: Sheet, colour: string, density: number): string {
  const red = Number.parseInt(colour.slice(1, 3), 16) / 255;
  const green = Number.parseInt(colour.slice(3, 5), 16) / 255;
  const blue = Number.parseInt(colour.slice(5, 7), 16) / 255;
  const key = `grain ${colour} ${density}`;
  const slope = 1 + density * 5;
  const matrix = `0 0 0 0 ${red.toFixed(3)} 0 0 0 0 ${green.toFixed(3)} 0 0 0 0 ${blue.toFixed(3)} `;
  const alpha = `0 0 0 ${slope.toFixed(2)} ${(-slope * 0.46).toFixed(2)}`;
  const noise = sheet.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
      `<feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="2" seed="7" stitchTiles="stitch"/>` +
      `<feColorMatrix values="${matrix}${alpha}"/></filter>`,
    `noise ${key}`,
  );
  return sheet.define(
    (id) =>
      `<pattern id="${id}" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse">` +
      `<rect width="${TILE}" height="${TILE}" filter="${noise}"/></pattern>`,
    key,
  );
}

export interface Shade {
  /** Where the shadow lies, in degrees: 0 right, 90 below. */
  towards?: number;
  /** 0 to 1. */
  depth?: number;
  colour?: string;
  /** Where along the way it begins, 0 to 1. */
  from?: number;
}

/** A shape filled and then shaded: a soft gradient with a spray of grain over it. */
export function shaded(
  sheet: Sheet,
  shape: (paint: Paint) => string,
  fill: string,
  shade: Shade = {},
): string {
  const { towards = 60, depth = 0.6, colour = sheet.colours.ink, from = 0.25 } = shade;
  const soft = linearFill(sheet, towards, [
    { at: from, colour, opacity: 0 },
    { at: 1, colour, opacity: Math.round(depth * 70) / 100 },
  ]);
  const fade = linearFill(sheet, towards, [
    { at: from * 0.6, colour: '#fff', opacity: 0 },
    { at: 1, colour: '#fff', opacity: depth },
  ]);
  const mask = sheet.define(
    (id) =>
      `<mask id="${id}" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="${fade}"/></mask>`,
  );
  const spray = shape({ fill: grainPattern(sheet, colour, 0.8), extra: `mask="${mask}"` });
  return shape({ fill }) + shape({ fill: soft }) + spray;
}

/** A pale shape that fades away downwards, as a moon does in mist. */
export function dissolving(sheet: Sheet, shape: (paint: Paint) => string, colour: string): string {
  const fill = linearFill(sheet, 90, [
    { at: 0.1, colour },
    { at: 1, colour, opacity: 0.12 },
  ]);
  return shape({ fill });
}
