// The sheet a composition is drawn on: its random numbers, its colors, and the definitions its shapes refer to.
import type { Colors, Ground } from './palettes';
import type { Random } from './seeded-random';
import { round } from './shapes';

export const STAGE = { width: 1600, height: 1000 } as const;
/** Where objects stand. The cover stays plain below it, because a headline may be placed there. */
export const HORIZON = 705;

export interface Sheet {
  readonly random: Random;
  readonly colors: Colors;
  readonly ground: Ground;
  /** Adds a definition, once per key, and returns its reference: url(#id). */
  define(build: (id: string) => string, key?: string): string;
  definitions(): string;
}

export interface Stop {
  at: number;
  color: string;
  opacity?: number;
}

/** idPrefix keeps two covers inlined in one page from using each other's gradients. */
export function openSheet(random: Random, colors: Colors, ground: Ground, idPrefix: string): Sheet {
  const definitions: string[] = [];
  const keyed = new Map<string, string>();
  return {
    random,
    colors,
    ground,
    define(build, key) {
      const known = key && keyed.get(key);
      if (known) return known;
      const id = `${idPrefix}-${definitions.length}`;
      definitions.push(build(id));
      const reference = `url(#${id})`;
      if (key) keyed.set(key, reference);
      return reference;
    },
    definitions: () => definitions.join(''),
  };
}

function stopElements(stops: readonly Stop[]): string {
  return stops
    .map(({ at, color, opacity }) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${at}" stop-color="${color}"${alpha}/>`;
    })
    .join('');
}

/** A gradient across the bounding box of the shape it fills; the angle is in degrees, 0 to the right, 90 down. */
export function linearFill(sheet: Sheet, degrees: number, stops: readonly Stop[]): string {
  const angle = (degrees * Math.PI) / 180;
  const along = (sign: number, part: number) => Math.round((0.5 + sign * part * 0.5) * 1000) / 1000;
  const x = Math.cos(angle);
  const y = Math.sin(angle);
  const axis = `x1="${along(-1, x)}" y1="${along(-1, y)}" x2="${along(1, x)}" y2="${along(1, y)}"`;
  return sheet.define((id) => `<linearGradient id="${id}" ${axis}>${stopElements(stops)}</linearGradient>`);
}

/** A round gradient in the stage's own units, so that several shapes can share one light. */
export function radialFill(sheet: Sheet, cx: number, cy: number, r: number, stops: readonly Stop[]): string {
  const place = `gradientUnits="userSpaceOnUse" cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}"`;
  return sheet.define((id) => `<radialGradient id="${id}" ${place}>${stopElements(stops)}</radialGradient>`);
}

export function clippedBy(sheet: Sheet, outline: string, content: string): string {
  const clip = sheet.define((id) => `<clipPath id="${id}">${outline}</clipPath>`);
  return `<g clip-path="${clip}">${content}</g>`;
}
