// Grain like that of a lithograph. A turbulence filter over the whole stage costs 250 ms at 1600x1000, so the noise is
// made on a small tile and repeated. Renderers make the tile again for every shape it fills, so the tile is small.
import { type Paint, rect } from './shapes';
import { linearFill, type Sheet, STAGE } from './sheet';

const SHADE_TILE = 160;
const SHEET_TILE = 420;

/** A pattern of specks in one color. Density 0 to 1: how many there are and how sharp. */
function grainPattern(sheet: Sheet, color: string, density: number, tile: number): string {
  const key = `grain ${color} ${density}`;
  const channels = [1, 3, 5].map((start) => {
    const level = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return `0 0 0 0 ${level.toFixed(3)}`;
  });
  const slope = 1 + density * 5;
  const alpha = `0 0 0 ${slope.toFixed(2)} ${(-slope * 0.46).toFixed(2)}`;
  const noise = sheet.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
      '<feTurbulence type="fractalNoise" baseFrequency="0.72" numOctaves="1" seed="7" stitchTiles="stitch"/>' +
      `<feColorMatrix values="${channels.join(' ')} ${alpha}"/></filter>`,
    `noise ${key}`,
  );
  return sheet.define(
    (id) =>
      `<pattern id="${id}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse">` +
      `<rect width="${tile}" height="${tile}" filter="${noise}"/></pattern>`,
    key,
  );
}

/** The texture of the paper, over the whole image. */
export function sheetGrain(sheet: Sheet): string {
  const fill = grainPattern(sheet, sheet.colors.ink, 0.1, SHEET_TILE);
  return rect(0, 0, STAGE.width, STAGE.height, { fill, opacity: 0.21 });
}

export interface Shade {
  /** The direction of the shadow, in degrees: 0 right, 90 below. */
  towards?: number;
  /** 0 to 1. */
  depth?: number;
  color?: string;
  /** Where the shadow begins along its direction, 0 to 1. */
  from?: number;
  /** False omits the specks. Use it for small or many shapes, because each costs about 15 ms. */
  grain?: boolean;
}

/**
 * A filled and shaded shape. The shadow is a soft gradient. Specks in the color of the fill cover it and are visible
 * only in the shadow, so they thin out toward the light without a mask, which would cost 30 ms per shape.
 */
export function shaded(
  sheet: Sheet,
  shape: (paint: Paint) => string,
  fill: string,
  { towards = 60, depth = 0.6, color = sheet.colors.ink, from = 0.25, grain = true }: Shade = {},
): string {
  const shadow = shape({
    fill: linearFill(sheet, towards, [
      { at: from * 0.8, color, opacity: 0 },
      { at: 1, color, opacity: Math.min(1, Math.round(depth * 115) / 100) },
    ]),
  });
  // The specks would be invisible on a dark shape.
  const spray =
    !grain || isDark(fill) ? '' : shape({ fill: grainPattern(sheet, fill, 0.9, SHADE_TILE), opacity: 0.66 });
  return shape({ fill }) + shadow + spray;
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 72;
}

/** A shadow that falls across everything drawn so far. */
export function shadowOver(
  sheet: Sheet,
  shape: (paint: Paint) => string,
  { towards = 90, depth = 0.6, from = 0.4 }: Shade,
): string {
  const { ink } = sheet.colors;
  const fill = linearFill(sheet, towards, [
    { at: from, color: ink, opacity: 0 },
    { at: 1, color: ink, opacity: depth },
  ]);
  return shape({ fill });
}

/** A pale shape that fades toward the bottom, like a moon in mist. */
export function dissolving(sheet: Sheet, shape: (paint: Paint) => string, color: string): string {
  const fill = linearFill(sheet, 90, [
    { at: 0.1, color },
    { at: 1, color, opacity: 0.12 },
  ]);
  return shape({ fill });
}
