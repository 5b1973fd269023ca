// The colors of one cover. Every palette is ink, warm paper and one oxblood, and one tint that names the category.
import { mixColors } from './mix-colors';

export type Ground = 'night' | 'tint' | 'paper' | 'oxblood';

export interface Colors {
  /** Top and bottom of the background. */
  ground: string;
  groundEnd: string;
  /** The dark plane under things that stand, and under everything on paper. */
  floor: string;
  /** The main mass; stands against the ground. */
  form: string;
  /** Marks on the form. */
  mark: string;
  /** The color between form and shadow; blending paper directly into ink would give a dull gray. */
  middle: string;
  /** A second, darker mass. */
  shadow: string;
  /** Lines on the ground. */
  line: string;
  /** Texture that barely differs from the ground. */
  quiet: string;
  /** Pale discs in the distance. */
  haze: string;
  accent: string;
  ink: string;
  paper: string;
}

const INK = '#14213d';
const NIGHT = '#0c152a';
const PAPER = '#f4ecdf';
const OXBLOOD = '#8d2a34';

const DEFAULT_TINT = '#c2b08c';
const TINTS = new Map([
  ['ai-automation', '#4fa3a0'],
  ['remote-talent', '#7ea8cf'],
  ['digital-marketing', '#e08a6b'],
  ['operations', '#8fae83'],
  ['growth-strategy', '#d9ab50'],
  ['tools', '#a79cc4'],
  ['interviews', '#d79a9a'],
]);

export function paletteFor(categorySlug: string, ground: Ground): Colors {
  const tint = TINTS.get(categorySlug) ?? DEFAULT_TINT;
  switch (ground) {
    case 'night':
      return {
        ground: mixColors(INK, tint, 0.14),
        groundEnd: NIGHT,
        floor: mixColors(NIGHT, INK, 0.3),
        form: tint,
        mark: PAPER,
        middle: mixColors(tint, INK, 0.26),
        shadow: mixColors(tint, INK, 0.5),
        line: mixColors(PAPER, tint, 0.12),
        quiet: mixColors(INK, tint, 0.3),
        haze: mixColors(INK, tint, 0.42),
        // Lighter, because the usual accent would hardly be visible on navy.
        accent: '#c04a42',
        ink: NIGHT,
        paper: PAPER,
      };
    case 'tint':
      return {
        ground: mixColors(tint, INK, 0.06),
        groundEnd: mixColors(tint, INK, 0.6),
        floor: mixColors(INK, tint, 0.12),
        form: mixColors(PAPER, tint, 0.06),
        mark: INK,
        middle: mixColors(tint, INK, 0.34),
        shadow: mixColors(INK, tint, 0.14),
        line: mixColors(INK, tint, 0.04),
        quiet: mixColors(tint, INK, 0.24),
        haze: mixColors(tint, PAPER, 0.4),
        accent: OXBLOOD,
        ink: INK,
        paper: PAPER,
      };
    case 'paper':
      return {
        ground: PAPER,
        groundEnd: mixColors(PAPER, tint, 0.42),
        floor: INK,
        form: mixColors(tint, INK, 0.04),
        mark: PAPER,
        middle: mixColors(tint, INK, 0.46),
        shadow: INK,
        line: INK,
        quiet: mixColors(PAPER, tint, 0.4),
        haze: mixColors(PAPER, tint, 0.5),
        accent: '#9c2f38',
        ink: INK,
        paper: PAPER,
      };
    case 'oxblood':
      // A rare ground in the accent color, on which the category's tint is the accent.
      return {
        ground: '#97343d',
        groundEnd: mixColors(OXBLOOD, NIGHT, 0.7),
        floor: mixColors(NIGHT, OXBLOOD, 0.24),
        form: mixColors(PAPER, tint, 0.1),
        mark: INK,
        middle: mixColors(tint, OXBLOOD, 0.3),
        shadow: INK,
        line: PAPER,
        quiet: mixColors(OXBLOOD, INK, 0.24),
        haze: mixColors(OXBLOOD, PAPER, 0.28),
        accent: tint,
        ink: NIGHT,
        paper: PAPER,
      };
  }
}

/** From form (0) through the middle color to shadow (1). */
export function toneBetween({ form, middle, shadow }: Colors, share: number): string {
  if (share <= 0.5) return mixColors(form, middle, Math.max(0, share) * 2);
  return mixColors(middle, shadow, Math.min(1, share) * 2 - 1);
}
